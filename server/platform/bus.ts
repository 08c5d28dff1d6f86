import type { Log } from './log.ts'

/** What may be said: names and payloads. Each part of the house adds its own in `server/events.ts`. */
export type EventMap = object

export interface Bus<Events extends EventMap> {
  /**
   * Tells everyone who listens, after the speaker has gone on. What is said under one name is heard in order, one
   * listener after the other; no name waits for another, so that a strike never waits for a forecast.
   */
  say<Name extends keyof Events>(name: Name, payload: Events[Name]): void
  /** Listens until the returned function is called. */
  hear<Name extends keyof Events>(
    name: Name,
    listener: (payload: Events[Name]) => void | Promise<void>,
  ): () => void
  /** Whether anybody listens at all: nobody waits for an answer from an empty room. */
  isHeard(name: keyof Events): boolean
  /** Resolves when everything said so far under a name has been heard out. */
  heardOut(name: keyof Events): Promise<void>
  /** Resolves when nobody has anything more to say. */
  settled(): Promise<void>
}

/**
 * The bus of a house that runs in one process. A listener that fails is reported and hurts nobody else: one broken
 * ear must not silence a warning for the others.
 */
export function createBus<Events extends EventMap>(log: Log): Bus<Events> {
  type Listener = (payload: never) => void | Promise<void>
  const listeners = new Map<keyof Events, Set<Listener>>()
  let said = 0
  const tails = new Map<keyof Events, Promise<void>>()

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
      said++
      tails.set(
        name,
        (tails.get(name) ?? Promise.resolve()).then(() => tell(name, payload)),
      )
    },
    hear(name, listener) {
      const ears = listeners.get(name) ?? new Set<Listener>()
      listeners.set(name, ears)
      ears.add(listener)
      return () => void ears.delete(listener)
    },
    isHeard: name => (listeners.get(name)?.size ?? 0) > 0,
    heardOut: async name => tails.get(name),
    async settled() {
      // Whoever hears may say something in turn.
      for (let heard = -1; heard !== said;) {
        heard = said
        await Promise.all(tails.values())
      }
    },
  }
}
