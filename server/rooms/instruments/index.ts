import { dayName } from '#domain/conditions/local-day'
import { isSilent } from '#domain/instruments/silence'
import type { Events } from '#server/events'
import type { Facts } from '#server/facts'
import type { Bus } from '#server/platform/bus'
import type { Changes } from '#server/platform/changes/index'
import { dayMs, secondMs, type Clock } from '#server/platform/clock'
import type { Figure } from '#server/platform/figures'
import type { Served } from '#server/platform/http/serve'
import type { Log } from '#server/platform/log'
import type { Schedule } from '#server/platform/schedule'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import type { Live } from '#server/rooms/live/index'
import type { Stations } from '#server/rooms/stations/index'
import { createConnections, type InstrumentConnections } from './connections.ts'
import { createDesk, type InstrumentDesk } from './desk.ts'
import { InstrumentEngine, type IsDryByRadar } from './engine.ts'
import type { ReceiveLightning } from './pass-strikes.ts'
import { InstrumentRegister } from './register.ts'
import { instrumentRoutes } from './routes.ts'
import { deleteDaysBefore, lastHeard, listHeard } from './store/reports.ts'

export type { InstrumentConnections } from './connections.ts'
export type { InstrumentDesk } from './desk.ts'
export { hashTypedKey } from './keys.ts'
export { insertInstrument, type InstrumentRow } from './store/instruments.ts'
export type { ReceiveLightning } from './pass-strikes.ts'

export interface InstrumentsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus<Events>
  readonly changes: Changes<Facts>
  readonly schedule: Schedule
  readonly leaderSchedule: Schedule
  readonly secrets: Secrets
  readonly mqttAddresses: readonly string[]
  readonly stations: Stations
  readonly live: Pick<Live, 'readers'>
  /** Stores strikes that count only for their customer's rings. */
  readonly receiveLightning: ReceiveLightning
  readonly isDryByRadar: IsDryByRadar
}

/** An instrument that should have sent something by now. */
export interface SilentInstrument {
  readonly name: string
  readonly organizationLocationId: number
  readonly heardAt: Date
}

export interface Instruments {
  readonly routes: readonly Served[]
  readonly figures: readonly Figure[]
  readonly register: InstrumentRegister
  readonly desk: InstrumentDesk
  readonly connections: InstrumentConnections
  /** Returns the silent instruments at a customer's places. */
  silentOf(customerId: number, now: Date): Promise<SilentInstrument[]>
  stop(): Promise<void>
}

const tasks = { reports: 'instrument reports' } as const
const daysKept = 400

/** Customers' own weather stations and lightning sensors of any make. */
export async function createInstruments(deps: InstrumentsDeps): Promise<Instruments> {
  const { db, clock, changes, schedule, leaderSchedule } = deps
  const register = await InstrumentRegister.open(deps)
  const engine = new InstrumentEngine({ ...deps, onNews: () => schedule.nudge(tasks.reports) })
  await engine.start(register.all(), clock.now().getTime())
  schedule.every(tasks.reports, secondMs, () => engine.reports.write(clock.now().getTime()))
  leaderSchedule.every('instrument day retention', dayMs, () =>
    deleteDaysBefore(db, 'system', dayName(Math.floor(clock.now().getTime() / dayMs) - daysKept)),
  )
  // The register subscribed first, so it already knows about the change.
  changes.subscribeToBatches(['instrument changed'], facts => {
    for (const { body, customerId } of facts) {
      engine.forget(body.instrumentId, register.find(body.instrumentId) === undefined)
      const event = { kind: 'hardware-changed', asOf: clock.now().toISOString() } as const
      if (customerId !== null) deps.live.readers.sendCustomer(customerId, event)
    }
  })

  async function silentOf(customerId: number, now: Date): Promise<SilentInstrument[]> {
    const own = [...register.all()].filter(
      each => each.customer_id === customerId && each.organization_location_id !== null,
    )
    const reports = await listHeard(
      db,
      'system',
      own.map(({ id }) => id),
    )
    return own.flatMap(({ id, name, organization_location_id: place }) => {
      const report = reports.get(id)
      const heardAt = report?.heard_at
      if (!heardAt || place === null) return []
      const isQuiet = isSilent(heardAt.getTime(), report.interval_seconds, now.getTime())
      return isQuiet ? { name, organizationLocationId: place, heardAt } : []
    })
  }

  async function states() {
    const nowMs = clock.now().getTime()
    const counts = { new: 0, sending: 0, silent: 0 }
    for (const { heard_at: heardAt, interval_seconds: interval } of await lastHeard(db, 'system')) {
      if (heardAt === null) counts.new++
      else if (isSilent(heardAt.getTime(), interval, nowMs)) counts.silent++
      else counts.sending++
    }
    return counts
  }

  return {
    routes: instrumentRoutes(deps),
    register,
    desk: createDesk({ register, engine, clock }),
    connections: createConnections({ ...deps, register, engine }),
    silentOf,
    figures: [
      {
        name: 'skywarden_instruments',
        help: 'Customers’ own instruments by state',
        labelNames: ['state'],
        read: async () =>
          Object.entries(await states()).map(([state, value]) => ({ labels: { state }, value })),
      },
      {
        name: 'skywarden_instrument_messages',
        help: 'Messages of customers’ own instruments since the start',
        labelNames: ['outcome'],
        read: async () =>
          Object.entries(engine.counts()).map(([outcome, value]) => ({ labels: { outcome }, value })),
      },
    ],
    async stop() {
      // If the database is unavailable, only the last reports are lost: instruments send again.
      await engine
        .settled(clock.now().getTime())
        .catch((error: unknown) => deps.log.warn({ err: error }, 'could not store the last reports'))
    },
  }
}
