import type { Log } from './log.ts'

/** What may be said: names and payloads. Each part of the house adds its own in `server/events.ts`. */
export type EventMap = object

export interface Bus<Events extends EventMap> {
  /** Tells everyone who listens. Listeners run one after the other, after the speaker has gone on. */
  say<Name extends keyof Events>(name: Name, payload: Events[Name]): void
  /** Listens until the returned function is called. */
  hear<Name extends keyof Events>(
    name: Name,
    listener: (payload: Events[Name]) => void | Promise<void>,
  ): () => void
  /** Resolves when everything said so far has been heard out. */
  settled(): Promise<void>
}

/**
 * The bus of a house that runs in one process. A listener that fails is reported and hurts nobody else: one broken
 * ear must not silence a warning for the others.
 */
export function createBus<Events extends EventMap>(log: Log): Bus<Events> {
  type Listener = (payload: never) => void | Promise<void>
  const listeners = new Map<keyof Events, Set<Listener>>()
  let tail: Promise<void> = Promise.resolve()

  async function tell(name: keyof Events, payload: unknown) {
    const ears = [...(listeners.get(name) ?? [])] // as they stand now, whoever comes and goes meanwhile
    for (const listener of ears) {
      try {
        await listener(payload as never)
      } catch (error) {
        log.error({ err: error, event: String(name) }, 'a listener failed')
      }
    }
  }

  return {
    say(name, payload) {
      tail = tail.then(() => tell(name, payload))
    },
    hear(name, listener) {
      const ears = listeners.get(name) ?? new Set<Listener>()
      listeners.set(name, ears)
      ears.add(listener)
      return () => void ears.delete(listener)
    },
    settled: () => tail,
  }
}
