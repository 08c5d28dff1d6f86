import { channels } from '#domain/notifications/recipient'
import { secondMs, type Clock } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { Db } from '#server/platform/store/index'
import { channelHealth, type ChannelHealth } from './store/canary.ts'
import { countWaiting } from './store/deliveries.ts'

/** The metrics of the outbox. */
export function figuresOf(db: Db, clock: Clock): Figure[] {
  const ages = (of: (health: ChannelHealth) => Date | null) => async () => {
    const now = clock.now()
    return (await channelHealth(db, 'system', now)).flatMap(health => {
      const from = of(health)
      return from
        ? [{ labels: { channel: health.channel }, value: (now.getTime() - from.getTime()) / secondMs }]
        : []
    })
  }
  return [
    {
      name: 'skywarden_outbox_oldest_seconds',
      help: 'Age of the oldest unsent message about danger or its end, by channel',
      labelNames: ['channel'],
      read: ages(({ oldestUrgent }) => oldestUrgent),
    },
    {
      name: 'skywarden_outbox_canary_seconds',
      help: 'Time since a canary message last went through, by channel',
      labelNames: ['channel'],
      read: ages(({ passed, first }) => passed ?? first),
    },
    {
      name: 'skywarden_outbox_waiting',
      help: 'Messages waiting to be sent, by channel',
      labelNames: ['channel'],
      read: async () => {
        const counted = await countWaiting(db, 'system')
        return channels.map(channel => ({
          labels: { channel },
          value: counted.find(each => each.channel === channel)?.waiting ?? 0,
        }))
      },
    },
  ]
}
