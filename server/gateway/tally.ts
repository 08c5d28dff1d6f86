import type { Figure } from '#server/platform/figures'
import type { Log } from '#server/platform/log'

/** Why a message from a device, or from a client that claims to be one, was rejected. */
const rejections = [
  'wrong credentials',
  'will on a foreign topic',
  'publish on a foreign topic',
  'subscribe to a foreign topic',
  'too large',
  'too fast',
  'unknown device',
  'not readable',
  'not signed',
  'command retained by the broker',
] as const
export type Rejection = (typeof rejections)[number]

export interface Tally {
  /** Counts the rejection, and logs the first of its kind from each device: a broken device must not fill the log. */
  reject(device: string, why: Rejection): void
  countMessage(channel: string): void
  count(why: Rejection): number
  readonly figures: readonly Figure[]
}

/** An unknown client can invent any number of names. */
const mostLogged = 10_000

export function createTally(log: Log): Tally {
  const rejected = new Map<Rejection, number>()
  const received = new Map<string, number>()
  const logged = new Set<string>()
  const read = (counts: ReadonlyMap<string, number>, label: string) => async () =>
    Array.from(counts, ([name, value]) => ({ labels: { [label]: name }, value }))

  return {
    reject(device, why) {
      rejected.set(why, (rejected.get(why) ?? 0) + 1)
      const once = `${why} ${device}`
      if (logged.has(once) || logged.size >= mostLogged) return
      logged.add(once)
      log.warn({ device, why }, 'a device was rejected; further rejections of this kind are only counted')
    },
    countMessage: channel => void received.set(channel, (received.get(channel) ?? 0) + 1),
    count: why => rejected.get(why) ?? 0,
    figures: [
      {
        name: 'skywarden_device_messages',
        help: 'Device messages received since the start, by channel',
        labelNames: ['channel'],
        read: read(received, 'channel'),
      },
      {
        name: 'skywarden_device_rejections',
        help: 'Device messages rejected since the start, by reason',
        labelNames: ['why'],
        read: read(rejected, 'why'),
      },
    ],
  }
}
