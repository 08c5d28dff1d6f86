import { makeOf, type Door } from '#domain/instruments/makes'
import type { InstrumentMessage } from '#domain/instruments/message'
import type { Clock } from '#server/platform/clock'
import type { Secrets } from '#server/platform/secrets'
import type { InstrumentEngine, Outcome } from './engine.ts'
import type { InstrumentRegister } from './register.ts'
import type { InstrumentRow } from './store/instruments.ts'

/** Instruments that do not upload to us: the server polls them, connects to them or listens for them. */
export interface InstrumentConnections {
  wanted(door: Door): ReturnType<typeof wantedOf>[]
  receive(instrumentId: number, message: InstrumentMessage): Promise<Outcome>
  refuse(instrumentId: number, because: string): void
  /** Reports that the last failure is over. */
  recovered(instrumentId: number): void
}

function wantedOf(row: InstrumentRow, secrets: Pick<Secrets, 'open'>) {
  const { id, customer_id: customerId, version, make, address, serial, latitude, longitude } = row
  const apiKey = () => (row.sealed_api_key === null ? null : secrets.open(row.sealed_api_key))
  return { id, customerId, version, make, address, serial, latitude, longitude, apiKey }
}

export function createConnections({
  register,
  engine,
  clock,
  secrets,
}: {
  readonly register: Pick<InstrumentRegister, 'all' | 'find'>
  readonly engine: InstrumentEngine
  readonly clock: Pick<Clock, 'now'>
  readonly secrets: Pick<Secrets, 'open'>
}): InstrumentConnections {
  const nowMs = () => clock.now().getTime()
  return {
    wanted: door =>
      [...register.all()].filter(({ make }) => makeOf(make).door === door).map(row => wantedOf(row, secrets)),
    async receive(instrumentId, message) {
      const instrument = register.find(instrumentId)
      // The instrument was removed while its answer was in transit.
      return instrument ? engine.receive(instrument, message, nowMs()) : 'repeated'
    },
    refuse(instrumentId, because) {
      if (register.find(instrumentId)) engine.refuse(instrumentId, nowMs(), because)
    },
    recovered(instrumentId) {
      if (register.find(instrumentId)) engine.recovered(instrumentId)
    },
  }
}
