import type { FastifyInstance } from 'fastify'
import { callsByRoom } from '#contract/index'
import { databaseChecks, prepareDatabase, type DatabaseParts } from '#server/house/database'
import { demoPassword, demoSignIn } from '#server/house/demo/index'
import type { Events } from '#server/events'
import { addressesOf, hashOfKey, listenerName } from '#server/gateway/index'
import { createBus } from '#server/platform/bus'
import { minuteMs } from '#server/platform/clock'
import { diskFigure } from '#server/platform/disk-space'
import { mountMapFiles } from '#server/platform/http/base-map'
import { createClosing } from '#server/platform/http/closing'
import { createLightPages } from '#server/platform/http/light-pages'
import type { LimitNumbers } from '#server/platform/http/limits'
import { createHttp, type HttpOptions } from '#server/platform/http/server'
import { currentWebBuild, markInUse } from '#server/platform/http/web-builds'
import { createOnce } from '#server/platform/once/index'
import { createOutside } from '#server/platform/outside/index'
import { openRehearsal } from '#server/platform/rehearsal/index'
import { createSchedule, type Schedule } from '#server/platform/schedule'
import type { Store } from '#server/platform/store/index'
import { createAnalytics } from '#server/rooms/analytics/index'
import { createAddresses } from '#server/rooms/addresses/index'
import { createCustomers } from '#server/rooms/customers/index'
import { createGroups } from '#server/rooms/groups/index'
import { createApiTokens } from '#server/rooms/api-tokens/index'
import { createIdentity } from '#server/rooms/identity/index'
import { createCameras } from '#server/rooms/cameras/index'
import { createConsultation } from '#server/rooms/consultation/index'
import { createHeatStress } from '#server/rooms/heat-stress/index'
import { keySources } from '#server/rooms/feed-keys/index'
import { createLocations, locationsOfPeople } from '#server/rooms/locations/index'
import { createIntegrations, createNotifyAdmins } from '#server/rooms/integrations/index'
import { version } from '#server/platform/version'
import { createMcp } from '#server/rooms/mcp/index'
import { createMassNotify } from '#server/rooms/mass-notify/index'
import {
  createNotifications,
  createQueueEmail,
  forgetSettings,
  providersOf,
  type NotificationsDeps,
} from '#server/rooms/notifications/index'
import { ringLocksFor } from '#server/rooms/policies/index'
import { createReports } from '#server/rooms/reports/index'
import { createSso, resolveTxt, type ResolveTxt } from '#server/rooms/sso/index'
import { createPublicFeeds, createStatus } from '#server/rooms/status/index'
import { createUsers } from '#server/rooms/users/index'
import { createWidgets } from '#server/rooms/widgets/index'
import { sourcesOf } from '#server/sources'
import { createChainAnchors } from '#server/house/chain-anchors'
import { dist, mapFilesOf } from '#server/house/built-files'
import { buildField, type FieldParts } from '#server/house/field'
import { answerHeaders } from '#server/house/answer-headers'
import { scheduleHousework } from '#server/house/housework'
import { informacastOf } from '#server/house/informacast'
import { makeReal } from '#server/house/make-real'
import { personalDataOf, privacyOf } from '#server/house/personal-data'
import { simulatedPictures } from '#server/house/simulated/camera'
import { simulatedDevicesBehind } from '#server/house/simulated/devices'
import { startSimulatedWeather, worldSeed, type WorldExtent } from '#server/house/simulated/weather'
import { startPublicWeather } from '#server/house/public-weather'
import { joinProcesses } from '#server/house/processes'
import { buildWeather } from '#server/house/weather'

export interface House {
  readonly http: FastifyInstance
  readonly store: Store
  /** Whether there is no customer yet, which means that nobody could sign in. */
  readonly isEmpty: boolean
  /** Why nothing is sent from this server; null on the real server. */
  readonly rehearsalBecause: string | null
  /** Uses new signing keys immediately instead of within a minute. */
  keepKeys(): Promise<void>
  endOverdueImpersonations(): Promise<void>
  stop(): Promise<void>
}

export interface HouseParts
  extends DatabaseParts, Pick<FieldParts, 'makersServices'>, Pick<NotificationsDeps, 'post'> {
  readonly limits?: Partial<LimitNumbers>
  /** How much the simulated world delivers when it starts; everything, unless a test needs less. */
  readonly worldExtent?: WorldExtent
  readonly onRoute?: HttpOptions['onRoute']
  /** Which DNS servers to ask; this machine's, unless a test has its own. */
  readonly resolveTxt?: ResolveTxt
  /** The schedule of repeated work: real time, unless a test simulates hours in seconds. */
  readonly schedule?: Schedule
}

/**
 * Builds the whole application, migrates its database and starts its engines. It accepts no requests until `listen`.
 */
export async function buildHouse(parts: HouseParts): Promise<House> {
  const { config, clock, log, store } = parts
  const { db } = store
  const { secrets, isEmpty } = await prepareDatabase(parts)
  const bus = createBus<Events>(log)
  const sources = sourcesOf(config, keySources)
  const schedule = parts.schedule ?? createSchedule(log)
  const rehearsal = await openRehearsal({ db, clock, log, schedule, config })
  const processes = await joinProcesses({ config, db, clock, log, bus, schedule, sources, rehearsal })
  const { changes, leaderSchedule, traces } = processes

  const outside = createOutside({ allowedNetworks: config.allowedNetworks })
  const anchors = createChainAnchors({ db, clock, log, config, outside, rehearsal })
  const queueEmail = createQueueEmail(secrets)
  const sso = createSso({
    db,
    clock,
    log,
    changes,
    secrets,
    outside,
    queueEmail,
    baseUrl: config.baseUrl,
    google: config.google,
    resolveTxt: parts.resolveTxt ?? resolveTxt,
  })
  const identity = await createIdentity({
    sso: sso.singleSignOn,
    db,
    clock,
    log,
    secrets,
    bus,
    changes,
    baseUrl: config.baseUrl,
    queueEmail,
    demo: config.demo ? demoSignIn : undefined,
    publishedPassword: demoPassword,
    simulatedWeather: sources.simulated,
  })

  const { authenticate } = identity
  const apiTokens = createApiTokens({ db, bus, changes, clock, queueEmail, authenticate })
  const webFolder = currentWebBuild(dist)
  schedule.every('web build in use', minuteMs, async () => markInUse(webFolder, clock.now()))
  const lightPages = createLightPages(webFolder, config.baseUrl)
  const weather = await buildWeather({
    db,
    clock,
    log,
    bus,
    ...processes,
    schedule,
    secrets,
    sources,
    mapGrounds: config.mapGrounds,
    historyKept: config.history,
    sharesDatabase: config.databaseUrl !== undefined,
  })
  const integrations = await createIntegrations({
    db,
    clock,
    log,
    secrets,
    ...processes,
    sources,
    ...weather.forIntegrations,
    makeOutside: () => createOutside(config),
    notifyAdmins: createNotifyAdmins(createQueueEmail(secrets), () => bus.publish('outbox-filled', {})),
    baseUrl: config.baseUrl,
    informacast: informacastOf(config),
    listenerNames: { nameOf: listenerName, hashOf: hashOfKey },
    mqttAddresses: addressesOf(config.mqtt),
  })
  const field = await buildField({
    config,
    db,
    clock,
    log,
    bus,
    ...processes,
    schedule,
    secrets,
    sources,
    weather,
    lightPages,
    outside,
    makersServices: parts.makersServices,
    isRehearsal: () => rehearsal.state() !== null,
    listening: integrations.homeAssistant,
    mapGrounds: config.mapGrounds,
    historyKept: config.history,
    sharesDatabase: config.databaseUrl !== undefined,
  })
  const heatStress = await createHeatStress({ db })
  const providers = providersOf(config)
  const personalData = personalDataOf(secrets)
  const closing = createClosing()
  const rooms = [
    identity,
    apiTokens,
    sso,
    createUsers({
      db,
      changes,
      bus,
      accounts: identity.accounts,
      emailChanges: identity.emailChanges,
      locations: locationsOfPeople({ ringLocksFor }),
      providers,
      forgetSettings,
      endApiTokens: apiTokens.endTokensOf,
      forgetPerson: personalData.forgetPerson,
      config,
    }),
    privacyOf({ db, clock, ...processes, closing, parts: personalData.parts }),
    createCustomers({ db, providers, config }),
    createGroups({ db, changes }),
    createLocations({
      db,
      changes,
      sources,
      ringLocksFor,
      isRiskProfile: heatStress.isRiskProfile,
      sirenMilesAt: id => weather.forField.sirens.milesAt(id),
    }),
    createAddresses({ settings: config, clock, log }),
    heatStress,
    weather,
    field,
  ]
  const notifications = await createNotifications({
    traces,
    db,
    clock,
    log,
    secrets,
    bus,
    changes,
    leadership: processes.leadership,
    leaderSchedule,
    sources,
    ...weather.forNotifications,
    config,
    ...(parts.post && { post: parts.post }),
  })
  const { meteorologistEmail } = config
  const messages = [
    createMassNotify({ db, secrets, bus, smsFrom: config.sms?.from, providers }),
    createConsultation({ db, bus, queueEmail, meteorologistEmail }),
  ]
  const reports = createReports({
    db,
    clock,
    log,
    bus,
    leadership: processes.leadership,
    leaderSchedule,
    secrets,
    sources,
    ...weather.forReports,
    queueEmail,
    kept: config.history,
    baseUrl: config.baseUrl,
  })
  const widgets = createWidgets({
    db,
    clock,
    bus,
    changes,
    leaderSchedule,
    ...weather.forWidgets,
    isSimulated: sources.simulated,
    queueEmail,
    baseUrl: config.baseUrl,
    lightPages,
  })
  const cameras = await createCameras({
    db,
    clock,
    log,
    secrets,
    changes,
    schedule,
    leaderSchedule,
    authenticate: identity.authenticate,
    outside,
    simulated: sources.simulated ? simulatedPictures(worldSeed, clock) : null,
    baseUrl: config.baseUrl,
    ffmpegPath: config.ffmpegPath,
  })
  const analytics = createAnalytics({ db, log, analyticsUrl: config.analyticsUrl })
  const readyChecks = [
    ...databaseChecks(parts, schedule),
    ...processes.readyChecks,
    ...weather.readyChecks,
    ...field.readyChecks,
    ...notifications.readyChecks,
    ...integrations.readyChecks,
    ...cameras.readyChecks,
  ]
  const publicFeeds = createPublicFeeds({ db, clock, schedule, leaderSchedule })
  const status = createStatus({
    db,
    clock,
    log,
    bus,
    schedule,
    sources,
    checks: readyChecks,
    keyFeeds: weather.keyFeeds,
    publicFeeds,
    rehearsal,
    makeReal,
  })

  const once = createOnce({ db, secrets, log })
  const http = await createHttp({
    ...config,
    log,
    clock,
    once,
    closing,
    authenticate: apiTokens.authenticate,
    callsByRoom,
    served: [
      ...rooms,
      ...messages,
      reports,
      widgets,
      notifications,
      integrations,
      cameras,
      analytics,
      status,
    ].flatMap(room => room.routes),
    pages: [
      identity.pages,
      sso.pages,
      ...notifications.pages,
      ...widgets.pages,
      ...integrations.pages,
      ...cameras.pages,
      ...field.pages,
      app => mountMapFiles(app, mapFilesOf(config)),
      createMcp({
        db,
        clock,
        authenticate: apiTokens.authenticate,
        isSimulated: sources.simulated,
        baseUrl: config.baseUrl,
        version,
      }),
    ],
    readyChecks,
    figures: [
      ...processes.figures,
      ...weather.figures,
      ...field.figures,
      ...status.figures,
      ...notifications.figures,
      ...integrations.figures,
      ...cameras.figures,
      ...analytics.figures,
      ...anchors.figures,
      diskFigure(config.dataDir),
    ],
    webFolder,
    servesPeople: config.runs.has('api'),
    isRehearsal: () => rehearsal.state() !== null,
    answerHeaders: () => answerHeaders(sources, rehearsal),
    ...(parts.limits && { limits: parts.limits }),
    ...(parts.onRoute && { onRoute: parts.onRoute }),
  })

  field.useServer(http.server)
  if (config.runs.has('api')) cameras.useServer(http.server)
  const devices = simulatedDevicesBehind(http, { config, sources, db, clock, log, secrets })

  scheduleHousework({ schedule, leaderSchedule, identity, apiTokens, sso, once, anchors })

  let feeds: { stop(): Promise<void> } | undefined
  await processes.start(() => {
    const feedParts = { clock, log, bus: processes.feedBus, schedule: processes.feedSchedule }
    if (config.feeds === 'simulated') feeds = startSimulatedWeather(feedParts, parts.worldExtent)
    else if (config.feeds !== 'none')
      feeds = startPublicWeather(config.feeds, {
        ...feedParts,
        publicFeeds,
        places: () => weather.locations.all(),
        config,
      })
  })

  return {
    http,
    store,
    isEmpty,
    rehearsalBecause: rehearsal.state()?.because ?? null,
    keepKeys: identity.keepKeys,
    endOverdueImpersonations: identity.endOverdueImpersonations,
    async stop() {
      await closing.finish()
      reports.stop()
      await cameras.stop()
      await devices.stop()
      await weather.stop()
      await field.stop()
      await http.close()
      await analytics.stop()
      await schedule.stop()
      await feeds?.stop()
      await notifications.stop()
      await integrations.stop()
      await bus.settled()
      await anchors.finish()
      await processes.leave()
    },
  }
}
