import type { Log } from './log.ts'

/** Event names and payloads. Each part of the server adds its own in `server/events.ts`. */
export type EventMap = object

export interface Bus<Events extends EventMap> {
  /**
   * Publishes to every subscriber, asynchronously. Events of one name are delivered in order, one subscriber after the
   * other. Names do not wait for each other: a strike never waits for a forecast.
   */
  say<Name extends keyof Events>(name: Name, payload: Events[Name]): void
  /** Subscribes until the returned function is called. */
  hear<Name extends keyof Events>(
    name: Name,
    listener: (payload: Events[Name]) => void | Promise<void>,
  ): () => void
  /** Whether there is any subscriber: a publisher that expects a reply must not wait for one that cannot arrive. */
  isHeard(name: keyof Events): boolean
  /** Resolves when every event published so far under a name has been handled. */
  heardOut(name: keyof Events): Promise<void>
  /** Resolves when no event is pending. */
  settled(): Promise<void>
}

/**
 * The bus of one process. A subscriber that fails is logged and does not affect the others: one broken subscriber must
 * not stop a warning.
 */
export function createBus<Events extends EventMap>(log: Log): Bus<Events> {
  type Listener = (payload: never) => void | Promise<void>
  const listeners = new Map<keyof Events, Set<Listener>>()
  let said = 0
  const tails = new Map<keyof Events, Promise<void>>()

  async function tell(name: keyof Events, payload: unknown) {
    const ears = [...(listeners.get(name) ?? [])] // a copy: subscribers may come and go meanwhile
    for (const listener of ears) {
      try {
        await listener(payload as never)
      } catch (error) {
        log.error({ err: error, event: String(name) }, 'an event subscriber failed')
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
      // A subscriber may publish in turn.
      for (let heard = -1; heard !== said;) {
        heard = said
        await Promise.all(tails.values())
      }
    },
  }
}
