import type { Events } from '#server/events'
import type { Facts } from '#server/facts'
import type { Bus } from '#server/platform/bus'
import { consumeFacts, type FactConsumer, type Changes } from '#server/platform/changes/index'
import { dayMs, hourMs, later, minuteMs, secondMs, type Clock } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { ReadyCheck } from '#server/platform/http/health'
import { postPublic, type PostOutside } from '#server/platform/outside/index'
import type { MountPages } from '#server/platform/http/server'
import type { Served } from '#server/platform/http/serve'
import { LeadershipLost, type Leadership } from '#server/platform/leadership/index'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import type { Secrets } from '#server/platform/secrets'
import type { Db, Tx } from '#server/platform/store/index'
import type { LocationRings } from '#server/rooms/locations/index'
import type { Sources } from '#server/sources'
import { notSentBecause, type Providers } from '#domain/notifications/reachability'
import { channels as channelNames } from '#domain/notifications/recipient'
import { checkMessages, sendCanaries } from './canary.ts'
import { channelHealth, type ChannelHealth } from './canary-store.ts'
import { backUpSilentPushes } from './back-up-pushes.ts'
import { emailChannel } from './channels/email.ts'
import { makeVapidKeys, pushChannel, readVapidKeys, type VapidKeys } from './channels/push.ts'
import { smsChannel, type SmsOptions } from './channels/sms.ts'
import { createDispatch } from './dispatch.ts'
import { organizationNames } from './organization-names.ts'
import { pushReceipts, receiptRoutes } from './push-receipts.ts'
import { deleteUnreachedBrowsers } from './push-store.ts'
import { adoptOldTopics } from './past-store.ts'
import { notificationRoutes } from './routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { keepHouseKey } from './settings-store.ts'
import { mountSmsStatus, smsStatusPath } from './sms-status.ts'
import { countWaiting, deleteDeliveriesBefore, insertDeliveries } from './store.ts'
import { notifyLate } from './notify-late.ts'
import { notifyAboutFacts, type TellDeps } from './notify.ts'
import { deleteNotificationsBefore } from './notification-store.ts'
import { mountUnsubscribe, unsubscribeLinks } from './unsubscribe.ts'

export { forgetHeld } from './dispatch-store.ts'
export { forgetSettings } from './settings-store.ts'
export { insertDeliveries, type DeliveryState } from './store.ts'
export { deliveriesOf, insertNotifications, type NotifiedDelivery } from './notification-store.ts'

export interface Email {
  readonly customerId: number | null
  readonly to: string
  readonly subject: string
  readonly text: string
  /** When it is no longer useful, and is not sent any more. */
  readonly expiresAt: Date
  readonly dedupeKey?: string
  /** Whom an answer goes to. */
  readonly replyTo?: string
}

/** Queues an e-mail in the transaction of what it tells about. Its text rests sealed: it may hold a link that opens an account. */
export type QueueEmail = (tx: Tx, email: Email, now: Date) => Promise<void>

export function createQueueEmail(secrets: Secrets): QueueEmail {
  return (tx, email, now) =>
    insertDeliveries(
      tx,
      [
        {
          customerId: email.customerId,
          channel: 'email',
          recipient: email.to,
          subject: email.subject,
          sealedText: secrets.seal(email.text),
          dedupeKey: email.dedupeKey ?? null,
          expiresAt: email.expiresAt,
          ...(email.replyTo !== undefined && { replyTo: email.replyTo }),
        },
      ],
      now,
    )
}

export interface NotificationsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  readonly bus: Bus<Events>
  readonly changes: Changes<Facts>
  readonly leadership: Pick<Leadership<Facts>, 'keep' | 'term'>
  readonly leaderSchedule: Schedule
  readonly sources: Pick<Sources, 'simulated' | 'isSimulated'>
  readonly places: () => Iterable<LocationRings>
  readonly config: {
    readonly baseUrl: string
    readonly smtpUrl: string | undefined
    readonly mailFrom: string
    readonly sms: Omit<SmsOptions, 'statusUrl'> | undefined
    readonly vapid: VapidKeys | undefined
    readonly supportEmail: string | undefined
  }
  /** How push services are reached; guarded, unless a test plays one. */
  readonly post?: PostOutside
}

export interface Notifications {
  readonly routes: readonly Served[]
  readonly pages: readonly MountPages[]
  readonly figures: readonly Figure[]
  readonly readyChecks: readonly ReadyCheck[]
  stop(): Promise<void>
}

const keptMs = 90 * dayMs
const factsThatTell = [
  'delay opened',
  'delay extended',
  'delay unproven',
  'delay ended',
  'warning opened',
  'warning changed',
  'warning ended',
  'advisory issued',
  'advisory ended',
  'proactive forecast issued',
] as const satisfies readonly (keyof Facts)[]

/** By which push services know this house: set by the operator, or made once and kept. */
async function vapidKeys({ db, clock, secrets, config }: NotificationsDeps): Promise<VapidKeys> {
  if (config.vapid) return config.vapid
  const make = () => secrets.seal(JSON.stringify(makeVapidKeys()))
  return readVapidKeys(secrets.open(await keepHouseKey(db, 'system', 'vapid', make, clock.now())))
}

/** Which channels lead out of the house. */
export function providersOf({
  smtpUrl,
  sms,
}: Pick<NotificationsDeps['config'], 'smtpUrl' | 'sms'>): Providers {
  return { sms: sms !== undefined, email: Boolean(smtpUrl) }
}

/**
 * Whom push services turn to. They refuse an address that is not https, and some one that leads to their own machine: a
 * house that is tried out at home names a mailbox that nobody has.
 */
export function vapidSubject({ supportEmail, baseUrl }: NotificationsDeps['config']): string {
  if (supportEmail !== undefined) return `mailto:${supportEmail}`
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' && hostname !== 'localhost' ? baseUrl : 'mailto:nobody@example.org'
}

/** What is told to people: who is told what and why, and what became of it. */
export async function createNotifications(deps: NotificationsDeps): Promise<Notifications> {
  const { db, clock, log, secrets, bus, changes, leadership, leaderSchedule, sources, config } = deps
  const { baseUrl, smtpUrl, mailFrom } = config
  const links = unsubscribeLinks(secrets, baseUrl)
  const vapid = await vapidKeys(deps)
  const sms = config.sms && { ...config.sms, statusUrl: `${baseUrl}${smsStatusPath}` }
  const providers = providersOf(config)
  const channels = {
    email: emailChannel({
      smtpUrl,
      from: mailFrom,
      baseUrl,
      unsubscribeUrl: links.urlFor,
      organizationOf: organizationNames(db, clock),
      keptBecause: notSentBecause('email', providers),
    }),
    sms: smsChannel(sms, notSentBecause('sms', providers)),
    push: pushChannel({
      db,
      secrets,
      clock,
      vapid,
      subject: vapidSubject(config),
      post: deps.post ?? postPublic,
    }),
  }
  const dispatch = createDispatch({
    db,
    clock,
    secrets,
    leadership,
    chance: Math.random,
    channels,
    // Whoever was not told of what still goes on is told at once.
    afterRehearsal: () => leaderSchedule.nudge('late notifications'),
  })

  const tellDeps: TellDeps = {
    secrets,
    sources: { places: deps.places, isSimulated: id => sources.isSimulated(id) },
  }
  /** What is queued is sent at once, while the rest is still being told. */
  const sendOn = (queued: number) => void (queued > 0 && leaderSchedule.nudge('outbox'))
  /** Somebody else may be the leader by now, and goes on from here. */
  async function whileLeading(work: () => Promise<void>) {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof LeadershipLost)) throw error
    }
  }
  /** One after the other: what one of them tells, the other must know of. */
  let telling: Promise<unknown> = Promise.resolve()
  const keep: Leadership<Facts>['keep'] = work => {
    const done = telling.then(() => leadership.keep(work))
    telling = done.catch(() => {}) // told to whoever asked for it
    return done
  }
  let adoptedIn: number | null = null
  const tellNews = () =>
    whileLeading(async () => {
      const term = leadership.term()
      if (term !== adoptedIn) {
        await keep(tx => adoptOldTopics(tx, 'system', later(clock.now(), -dayMs)))
        adoptedIn = term
      }
      let queued = 0
      const keepAndSend: typeof keep = async work => {
        const done = await keep(work)
        sendOn(queued)
        return done
      }
      const act: FactConsumer<Facts>['act'] = async (tx, facts) => {
        queued += await notifyAboutFacts(tx, facts, tellDeps, clock.now())
      }
      await consumeFacts<Facts>({ reader: 'notifications', clock, log, keep: keepAndSend, act })
    })

  leaderSchedule.every('notifications', secondMs, tellNews)
  leaderSchedule.every('late notifications', minuteMs, () =>
    whileLeading(async () => sendOn(await keep(tx => notifyLate(tx, tellDeps, clock.now())))),
  )
  leaderSchedule.every('silent pushes', 5 * secondMs, () =>
    whileLeading(async () =>
      sendOn(await keep(tx => backUpSilentPushes(tx, { canText: sms !== undefined }, clock.now()))),
    ),
  )
  for (const kind of factsThatTell) changes.hear(kind, () => leaderSchedule.nudge('notifications'))
  leaderSchedule.every('outbox', secondMs, () => whileLeading(() => dispatch.fill()))
  bus.hear('outbox-filled', () => leaderSchedule.nudge('outbox'))
  leaderSchedule.every('message canary', minuteMs, () =>
    whileLeading(async () => {
      await keep(tx => sendCanaries(tx, secrets, clock.now()))
      sendOn(1)
    }),
  )
  leaderSchedule.every('browsers of ended sessions', hourMs, () => deleteUnreachedBrowsers(db, 'system'))
  leaderSchedule.every('notification retention', dayMs, async () => {
    const before = later(clock.now(), -keptMs)
    await deleteNotificationsBefore(db, 'system', before)
    await deleteDeliveriesBefore(db, 'system', before)
  })

  return {
    routes: [
      ...notificationRoutes({ db, secrets }),
      ...receiptRoutes(db, pushReceipts(secrets)),
      ...settingsRoutes({
        db,
        bus,
        secrets,
        vapidPublicKey: vapid.publicKey,
        simulated: sources.simulated,
      }),
    ],
    pages: [mountUnsubscribe({ db, clock, links }), mountSmsStatus({ db, clock }, sms)],
    figures: figuresOf(db, clock),
    readyChecks: [{ name: 'messages', check: () => checkMessages(db, clock.now()) }],
    async stop() {
      await dispatch.stop()
      for (const channel of Object.values(channels)) channel.close()
    },
  }
}

function figuresOf(db: Db, clock: Clock): Figure[] {
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
      help: 'For how long the oldest message about danger, or its end, waits that could be sent, by channel',
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
      help: 'Messages that wait to be sent, by channel',
      labelNames: ['channel'],
      read: async () => {
        const counted = await countWaiting(db, 'system')
        return channelNames.map(channel => ({
          labels: { channel },
          value: counted.find(each => each.channel === channel)?.waiting ?? 0,
        }))
      },
    },
  ]
}
