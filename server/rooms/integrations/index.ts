import type { Facts } from '#server/facts'
import { consumeFacts, type Changes } from '#server/platform/changes/index'
import { dayMs, later, minuteMs, secondMs } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { ReadyCheck } from '#server/platform/http/health'
import type { Served } from '#server/platform/http/serve'
import type { MountPages } from '#server/platform/http/server'
import { whileLeading } from '#server/platform/leadership/index'
import { createSerial } from '#server/platform/serial'
import { deleteEventsBefore } from './store.ts'
import { EventMaker, type EventDeps } from './engine.ts'
import { placeRingRoutes, type PlaceRingRouteDeps } from './routes.ts'
import { createPlaceStates, type PlaceStateDeps } from './place-states.ts'
import type { LocationRegister } from '#server/rooms/locations/index'
import type { Sources } from '#server/sources'
import { createCap } from './cap/index.ts'
import { createHomeAssistant, type HomeAssistant, type HomeAssistantDeps } from './home-assistant/index.ts'
import { createInformacast, type InformacastDeps } from './informacast/index.ts'
import { createWebhooks, type WebhooksDeps } from './webhooks/index.ts'

export { createNotifyAdmins } from './notify-admins.ts'
export type { InformacastDeps } from './informacast/index.ts'
export type { PlaceStateDeps } from './place-states.ts'

export interface IntegrationsDeps
  extends Omit<WebhooksDeps, 'places'>, PlaceStateDeps, InformacastDeps, Omit<HomeAssistantDeps, 'places'> {
  readonly changes: Pick<Changes<Facts>, 'subscribe'>
  readonly placeRegister: PlaceRingRouteDeps['places']
  readonly sources: Pick<Sources, 'simulated' | 'isSimulated'>
  readonly locations: Pick<LocationRegister, 'standingFor' | 'find'>
}

export interface Integrations {
  readonly routes: readonly Served[]
  readonly pages: readonly MountPages[]
  readonly homeAssistant: Pick<HomeAssistant, 'listeners' | 'news'>
  readonly figures: readonly Figure[]
  readonly readyChecks: readonly ReadyCheck[]
  stop(): Promise<void>
}

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
] as const satisfies readonly (keyof Facts)[]

const eventsKeptMs = 90 * dayMs
/** How often time-based changes are checked. */
const lookEveryMs = 5 * secondMs

/** Publishes what happens at an organization's places to external clients: facts become events, and events are sent. */
export async function createIntegrations(deps: IntegrationsDeps): Promise<Integrations> {
  const { db, clock, log, leadership, leaderSchedule, changes, sources } = deps
  const places = createPlaceStates(deps)
  const webhooks = await createWebhooks({ ...deps, places })
  const informacast = createInformacast(deps)
  const cap = createCap({ ...deps, places })
  const homeAssistant = createHomeAssistant({ ...deps, places })
  const eventDeps: EventDeps = {
    places,
    locations: deps.locations,
    simulated: sources.simulated,
    isSimulated: id => sources.isSimulated(id),
  }

  /** Serialized: each run must see the events of the previous one. */
  const inTurn = createSerial()
  const keep: typeof leadership.commit = work => inTurn(() => leadership.commit(work))
  const sendOn = (queued: number) => void (queued > 0 && leaderSchedule.nudge('webhooks'))

  leaderSchedule.every('place events', secondMs, () =>
    whileLeading(async () => {
      let queued = 0
      await consumeFacts<Facts>({
        reader: 'place events',
        clock,
        log,
        keep,
        act: async (tx, facts) => {
          if (!facts.some(({ kind }) => (factsThatTell as readonly string[]).includes(kind))) return
          const now = clock.now()
          const maker = await EventMaker.open(tx, eventDeps, now)
          await maker.ofFacts(facts)
          queued += await webhooks.queue(tx, maker.made, now)
        },
      })
      sendOn(queued)
    }),
  )
  for (const kind of factsThatTell) changes.subscribe(kind, () => leaderSchedule.nudge('place events'))

  /** When each place's state became unknown, as far as this process has seen. */
  const unknownSince = new Map<number, number>()
  leaderSchedule.every('places', lookEveryMs, () =>
    whileLeading(async () => {
      const queued = await keep(async tx => {
        const now = clock.now()
        const maker = await EventMaker.open(tx, eventDeps, now)
        for (const id of maker.placeIds) {
          if (places.lightningAt(id, now.getTime()).state !== 'Unknown') unknownSince.delete(id)
          else if (!unknownSince.has(id)) unknownSince.set(id, now.getTime())
          await maker.lightning(id, unknownSince.get(id) ?? null)
        }
        await maker.dangersLeftBehind()
        return webhooks.queue(tx, maker.made, now)
      })
      sendOn(queued)
    }),
  )
  leaderSchedule.every('place event retention', 60 * minuteMs, () =>
    deleteEventsBefore(db, 'system', later(clock.now(), -eventsKeptMs)),
  )

  return {
    routes: [
      ...placeRingRoutes({ db, places: deps.placeRegister }),
      ...webhooks.routes,
      ...informacast.routes,
      ...cap.routes,
      ...homeAssistant.routes,
    ],
    homeAssistant,
    pages: cap.pages,
    figures: webhooks.figures,
    readyChecks: webhooks.readyChecks,
    async stop() {
      await webhooks.stop()
      await informacast.stop()
    },
  }
}
