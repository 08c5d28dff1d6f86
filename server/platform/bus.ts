import type { Log } from './log.ts'

/** Event names and payloads. Each part of the server adds its own in `server/events.ts`. */
export type EventMap = object

export interface Bus<Events extends EventMap> {
  /**
   * Publishes to every subscriber, asynchronously. Events of one name are delivered in order, one subscriber after
   * another. Different names do not wait for each other: a strike never waits for a forecast.
   */
  publish<Name extends keyof Events>(name: Name, payload: Events[Name]): void
  /**
   * Publishes, and returns whether every subscriber handled it: a source's data counts as seen only once it is stored,
   * because it may not be sent again.
   */
  deliver<Name extends keyof Events>(name: Name, payload: Events[Name]): Promise<boolean>
  /** Subscribes until the returned function is called. */
  subscribe<Name extends keyof Events>(
    name: Name,
    listener: (payload: Events[Name]) => void | Promise<void>,
  ): () => void
  /**
   * Returns whether there is any subscriber, because a publisher that expects a reply must not wait for one that cannot
   * arrive.
   */
  hasSubscribers(name: keyof Events): boolean
  /** Resolves when every event published so far under a name has been handled. */
  drained(name: keyof Events): Promise<void>
  /** Resolves when no event is pending. */
  settled(): Promise<void>
}

/**
 * Creates the bus of one process. A subscriber that fails is logged and does not affect the others, because one broken
 * subscriber must not stop a warning.
 */
export function createBus<Events extends EventMap>(log: Log): Bus<Events> {
  type Listener = (payload: never) => void | Promise<void>
  const listeners = new Map<keyof Events, Set<Listener>>()
  let published = 0
  const tails = new Map<keyof Events, Promise<unknown>>()

  async function handle(name: keyof Events, payload: unknown): Promise<boolean> {
    let isHandled = true
    const subscribers = [...(listeners.get(name) ?? [])] // a copy, because subscribers may come and go in the meantime
    for (const listener of subscribers) {
      try {
        await listener(payload as never)
      } catch (error) {
        log.error({ err: error, event: String(name) }, 'an event subscriber failed')
        isHandled = false
      }
    }
    return isHandled
  }

  function deliver(name: keyof Events, payload: unknown): Promise<boolean> {
    published++
    const handled = (tails.get(name) ?? Promise.resolve()).then(() => handle(name, payload))
    tails.set(name, handled)
    return handled
  }

  return {
    publish: (name, payload) => void deliver(name, payload),
    deliver,
    subscribe(name, listener) {
      const subscribers = listeners.get(name) ?? new Set<Listener>()
      listeners.set(name, subscribers)
      subscribers.add(listener)
      return () => void subscribers.delete(listener)
    },
    hasSubscribers: name => (listeners.get(name)?.size ?? 0) > 0,
    drained: async name => void (await tails.get(name)),
    async settled() {
      // A subscriber may publish another event.
      for (let received = -1; received !== published;) {
        received = published
        await Promise.all(tails.values())
      }
    },
  }
}
