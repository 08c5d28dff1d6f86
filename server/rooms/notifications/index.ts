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
import { whileLeading, type Leadership } from '#server/platform/leadership/index'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import type { Secrets } from '#server/platform/secrets'
import { createSerial } from '#server/platform/serial'
import type { Db } from '#server/platform/store/index'
import type { Traces } from '#server/platform/traces/index'
import type { LocationRings } from '#server/rooms/locations/index'
import type { Sources } from '#server/sources'
import { notSentBecause, type Providers } from '#domain/notifications/reachability'
import { retentionRules } from '#domain/privacy/retention'
import { checkMessages, sendCanaries } from './canary.ts'
import { backUpSilentPushes, repeatUnheard } from './push/back-up-pushes.ts'
import { emailChannel } from './channels/email.ts'
import { makeVapidKeys, pushChannel, readVapidKeys, type VapidKeys } from './channels/push.ts'
import { smsChannel, type SmsOptions } from './channels/sms.ts'
import { createDispatch } from './engine.ts'
import type { RingsAt } from './occasions/index.ts'
import { figuresOf } from './figures.ts'
import type { MessageTraces } from './message-traces.ts'
import { organizationNames } from './organization-names.ts'
import { pushReceipts } from './push/receipts.ts'
import { deleteUnreachedBrowsers } from './store/push.ts'
import { adoptOldTopics } from './store/past.ts'
import { notificationRoutes } from './routes/notifications.ts'
import { receiptRoutes } from './routes/push.ts'
import { settingsRoutes } from './routes/settings.ts'
import { keepHouseKey } from './store/settings.ts'
import { mountSmsStatus, smsStatusPath, type ReportDeps } from './sms-status.ts'
import { deleteDeliveriesBefore } from './store/deliveries.ts'
import { notifyLate, notifyProvenClear } from './notify-late.ts'
import { notifyAboutFacts, type TellDeps } from './notify.ts'
import { deleteNotificationsBefore } from './store/notifications.ts'
import { mountUnsubscribe, unsubscribeLinks } from './settings/unsubscribe.ts'

export { createQueueEmail, type Email, type QueueEmail } from './queue-email.ts'
export { notificationsPersonalData } from './personal-data.ts'
export { forgetHeld } from './store/dispatch.ts'
export { forgetSettings } from './store/settings.ts'
export { insertDeliveries, type DeliveryState } from './store/deliveries.ts'
export { deliveriesOf, insertNotifications, type NotifiedDelivery } from './store/notifications.ts'

export interface NotificationsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  readonly bus: Bus<Events>
  readonly changes: Changes<Facts>
  readonly leadership: Pick<Leadership<Facts>, 'commit' | 'term'>
  readonly leaderSchedule: Schedule
  readonly sources: Pick<Sources, 'simulated' | 'isSimulated'>
  readonly places: () => Iterable<LocationRings>
  readonly ringsAt: RingsAt
  readonly config: {
    readonly baseUrl: string
    readonly smtpUrl: string | undefined
    readonly mailFrom: string
    readonly sms: Omit<SmsOptions, 'statusUrl'> | undefined
    readonly vapid: VapidKeys | undefined
    readonly supportEmail: string | undefined
  }
  /** How push services are reached: through the guard, unless a test simulates a push service. */
  readonly post?: PostOutside
  readonly traces?: Traces | undefined
}

export interface Notifications {
  readonly routes: readonly Served[]
  readonly pages: readonly MountPages[]
  readonly figures: readonly Figure[]
  readonly readyChecks: readonly ReadyCheck[]
  stop(): Promise<void>
}

const keptMs = retentionRules.alerts.usualDays * dayMs
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

/** The keys that identify this server to push services: set by the operator, or generated once and stored. */
async function vapidKeys({ db, clock, secrets, config }: NotificationsDeps): Promise<VapidKeys> {
  if (config.vapid) return config.vapid
  const make = () => secrets.seal(JSON.stringify(makeVapidKeys()))
  return readVapidKeys(secrets.open(await keepHouseKey(db, 'system', 'vapid', make, clock.now())))
}

/** The channels that have a provider. */
export function providersOf({
  smtpUrl,
  sms,
}: Pick<NotificationsDeps['config'], 'smtpUrl' | 'sms'>): Providers {
  return { sms: sms !== undefined, email: Boolean(smtpUrl) }
}

/**
 * The contact for push services. They reject an address that is not https, and some reject one that resolves to their
 * own machine, so a server being tried out at home uses a mailbox that does not exist.
 */
export function vapidSubject({ supportEmail, baseUrl }: NotificationsDeps['config']): string {
  if (supportEmail !== undefined) return `mailto:${supportEmail}`
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' && hostname !== 'localhost' ? baseUrl : 'mailto:nobody@example.org'
}

/** Traces messages, if the operator has named a collector. */
async function followMessages({ traces, db, clock }: NotificationsDeps): Promise<MessageTraces | undefined> {
  if (!traces) return undefined
  const { MessageTraces: Following } = await import('./message-traces.ts')
  return traces.guard(new Following(traces, db, clock))
}

/** Notifications: who is notified of what and why, and with what result. */
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
  const traces = await followMessages(deps)
  const dispatch = createDispatch({
    traces,
    db,
    clock,
    secrets,
    leadership,
    chance: Math.random,
    channels,
    ringsAt: deps.ringsAt,
    // People who were not notified of something that is still in progress are notified right away.
    afterRehearsal: () => leaderSchedule.nudge('late notifications'),
  })

  const notifyDeps: TellDeps = {
    secrets,
    traces,
    sources: { places: deps.places, isSimulated: id => sources.isSimulated(id), ringsAt: deps.ringsAt },
  }
  /** Starts sending queued messages right away, while the rest are still being created. */
  const sendOn = (queued: number) => void (queued > 0 && leaderSchedule.nudge('outbox'))
  /** Serialized: each run must see the notifications of the previous one. */
  const inTurn = createSerial()
  const keep: Leadership<Facts>['commit'] = work =>
    inTurn(async () => {
      traces?.begin()
      const done = await leadership.commit(work)
      traces?.committed()
      return done
    })
  let adoptedIn: number | null = null
  const notifyNews = () =>
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
        traces?.read(facts)
        queued += await notifyAboutFacts(tx, facts, notifyDeps, clock.now())
      }
      await consumeFacts<Facts>({ reader: 'notifications', clock, log, keep: keepAndSend, act })
    })

  leaderSchedule.every('notifications', secondMs, notifyNews)
  leaderSchedule.every('late notifications', minuteMs, () =>
    whileLeading(async () => {
      const now = clock.now()
      sendOn(await keep(tx => notifyLate(tx, notifyDeps, now)))
      sendOn(await keep(tx => notifyProvenClear(tx, notifyDeps, now)))
      sendOn(await keep(tx => repeatUnheard(tx, now)))
    }),
  )
  leaderSchedule.every('silent pushes', 5 * secondMs, () =>
    whileLeading(async () =>
      sendOn(await keep(tx => backUpSilentPushes(tx, { canText: sms !== undefined }, clock.now()))),
    ),
  )
  for (const kind of factsThatTell) changes.subscribe(kind, () => leaderSchedule.nudge('notifications'))
  leaderSchedule.every('outbox', secondMs, () => whileLeading(() => dispatch.fill()))
  bus.subscribe('outbox-filled', () => leaderSchedule.nudge('outbox'))
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

  const onReported: ReportDeps['onReported'] = (message, state) => traces?.reported(message, state)
  return {
    routes: [
      ...notificationRoutes({ db, secrets }),
      ...receiptRoutes(db, pushReceipts(secrets), message => traces?.reported(message, 'delivered')),
      ...settingsRoutes({
        db,
        bus,
        secrets,
        vapidPublicKey: vapid.publicKey,
        simulated: sources.simulated,
      }),
    ],
    pages: [mountUnsubscribe({ db, clock, links }), mountSmsStatus({ db, clock, onReported }, sms)],
    figures: figuresOf(db, clock),
    readyChecks: [{ name: 'messages', check: () => checkMessages(db, clock.now()) }],
    async stop() {
      await dispatch.stop()
      await traces?.settled()
      for (const channel of Object.values(channels)) channel.close()
    },
  }
}
