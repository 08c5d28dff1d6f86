import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { callsByRoom } from '#contract/index'
import type { Config } from '#server/config'
import { addDemoData, demoSignIn } from '#server/demo'
import type { Events } from '#server/events'
import { migrationsFolder } from '#server/migrations-folder'
import { createBus } from '#server/platform/bus'
import { hourMs, minuteMs, secondMs, type Clock } from '#server/platform/clock'
import { mountMapFiles } from '#server/platform/http/base-map'
import type { LimitNumbers } from '#server/platform/http/limits'
import { createHttp, type HttpOptions } from '#server/platform/http/server'
import type { Log } from '#server/platform/log'
import { createSchedule } from '#server/platform/schedule'
import { createSecrets, masterKey } from '#server/platform/secrets'
import { openStore, type Store } from '#server/platform/store/index'
import { migrate, readMigrations } from '#server/platform/store/migrate'
import { countCustomers } from '#server/rooms/customers/index'
import { customerRoutes } from '#server/rooms/customers/routes'
import { createIdentity } from '#server/rooms/identity/index'
import { heatStressRoutes, isRiskProfile, saveTemplates } from '#server/rooms/heat-stress/index'
import { createAddressFinder } from '#server/rooms/locations/find-address'
import { createGazetteer } from '#server/rooms/locations/gazetteer'
import { createPhoton } from '#server/rooms/locations/photon'
import { locationRoutes } from '#server/rooms/locations/routes'
import { emailChannel } from '#server/rooms/notifications/channels/email'
import { dispatchDue } from '#server/rooms/notifications/engine'
import { createQueueEmail } from '#server/rooms/notifications/index'
import { notificationRoutes } from '#server/rooms/notifications/routes'
import { ringLocksFor } from '#server/rooms/policies/index'
import { groundRoutes } from '#server/rooms/radar/ground-routes'
import { statusRoutes } from '#server/rooms/status/index'
import { userRoutes } from '#server/rooms/users/routes'
import { startSimulatedWeather } from '#server/simulated-weather'
import { buildWeather } from '#server/weather'

export interface House {
  readonly http: FastifyInstance
  readonly store: Store
  /** Whether there is no customer, and so nobody who could sign in. */
  readonly isEmpty: boolean
  /** Takes up new signing keys at once instead of within a minute. */
  keepKeys(): Promise<void>
  stop(): Promise<void>
}

export interface HouseParts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  /** A database that is open already; otherwise the configured one is opened, and closed with the house. */
  readonly store?: Store
  readonly limits?: LimitNumbers
  readonly onRoute?: HttpOptions['onRoute']
}

const root = join(import.meta.dirname, '..')
const built = (file: string) => join(root, 'dist', file)
/** The operator's own files come before those that were built. */
const mapFilesOf = ({ mapFile, satelliteFile }: Config) => ({
  base: [mapFile, built('base-map.pmtiles')],
  satellite: [satelliteFile, built('satellite.pmtiles')],
})

/** Builds the whole house, migrates its database and starts its engines. Nobody is let in yet: that is `listen`. */
export async function buildHouse({ config, clock, log, ...parts }: HouseParts): Promise<House> {
  const store = parts.store ?? (await openStore({ ...config, log }))
  const { db } = store
  await migrate(db, readMigrations(migrationsFolder), clock.now())
  await db.transaction().execute(saveTemplates)
  if (config.demo) await addDemoData(db, clock.now())
  const isEmpty = (await countCustomers(db, 'system')) === 0

  const secrets = createSecrets(masterKey(config.dataDir, config.secret))
  const bus = createBus<Events>(log)
  const schedule = createSchedule(log)

  const identity = await createIdentity({
    db,
    clock,
    secrets,
    bus,
    baseUrl: config.baseUrl,
    queueEmail: createQueueEmail(secrets),
    demo: config.demo ? demoSignIn : undefined,
  })

  const weather = await buildWeather({ db, clock, log, bus, schedule, secrets })
  const photon = config.geocoderUrl === undefined ? undefined : createPhoton(config.geocoderUrl)
  const addresses = createAddressFinder(createGazetteer(), photon, log)
  const readyChecks = [{ name: 'database', check: store.check }, ...weather.readyChecks]

  const http = await createHttp({
    ...config,
    log,
    clock,
    authenticate: identity.authenticate,
    callsByRoom,
    served: [
      ...identity.routes,
      ...userRoutes({ db, bus }),
      ...customerRoutes({ db, support: { email: config.supportEmail, phone: config.supportPhone } }),
      ...notificationRoutes({ db, secrets }),
      ...locationRoutes({
        db,
        bus,
        addresses,
        ringLocksFor,
        isRiskProfile: (customerId, id) => isRiskProfile(db, customerId, id),
      }),
      ...heatStressRoutes({ db }),
      ...weather.routes,
      ...groundRoutes(config.mapGrounds),
      ...statusRoutes({ db, clock, bus, checks: readyChecks }),
    ],
    pages: [identity.pages, app => mountMapFiles(app, mapFilesOf(config))],
    readyChecks,
    webFolder: built('web'),
    ...(parts.limits && { limits: parts.limits }),
    ...(parts.onRoute && { onRoute: parts.onRoute }),
  })

  const channels = { email: emailChannel({ smtpUrl: config.smtpUrl, from: config.mailFrom }) }
  const dispatch = { db, clock, secrets, channels, chance: Math.random }
  schedule.every('outbox', 5 * secondMs, () => dispatchDue(dispatch))
  bus.hear('outbox-filled', () => schedule.nudge('outbox'))
  schedule.every('signing keys', minuteMs, identity.keepKeys)
  schedule.every('identity tidy-up', hourMs, identity.tidyUp)

  const simulated =
    config.feeds === 'simulated' ? startSimulatedWeather({ clock, log, bus, schedule }) : undefined

  return {
    http,
    store,
    isEmpty,
    keepKeys: identity.keepKeys,
    async stop() {
      await weather.stop()
      await http.close()
      await schedule.stop()
      await simulated?.stop()
      await bus.settled()
      if (!parts.store) await store.close()
    },
  }
}
