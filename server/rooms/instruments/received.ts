import type { EvaluatedValue } from '#domain/instruments/evaluate'
import type { InstrumentMessage } from '#domain/instruments/message'
import { secondMs } from '#server/platform/clock'
import type { InstrumentState } from './instrument-state.ts'
import type { TimedStrike } from './pass-strikes.ts'
import type { Received, ReportedLightning } from './store/reports.ts'

const mostNames = 100
const mostFields = 60

const rounded = (value: number) => Math.round(value * 1000) / 1000

/** What the instrument's page shows of a message; its values were `lateMs` old when they arrived. */
export function receivedOf(
  { sentMs, understood, ignored }: InstrumentMessage,
  values: readonly EvaluatedValue[],
  fields: Received['fields'],
  { sensors, clock }: Pick<InstrumentState, 'sensors' | 'clock'>,
  lateMs: number,
): Received {
  const heard = sensors.map(({ name, heardMs }) => ({ name, heardAt: new Date(heardMs).toISOString() }))
  return {
    values: values.map(each => ({ ...each, sent: rounded(each.sent), value: rounded(each.value) })),
    understood: understood.slice(0, mostNames),
    ignored: ignored.slice(0, mostNames),
    fields: fields.slice(0, mostFields),
    clockAheadSeconds: sentMs === null || clock === null ? null : Math.round(clock.offsetMs / secondMs),
    ...(lateMs > 0 && { lateSeconds: Math.round(lateMs / secondMs) }),
    ...(heard.length > 0 && { sensors: heard }),
  }
}

/** The newest strike that the sensor reports, whether or not it is recent. */
export function lightningOf(
  before: ReportedLightning | null,
  { lightning }: InstrumentMessage,
  struck: readonly TimedStrike[],
): ReportedLightning | null {
  if (lightning === null) return before
  const newest = struck.toSorted((one, other) => other.struckMs - one.struckMs)[0]
  const last = newest ? { lastStrike: isoOf(newest.struckMs), miles: newest.miles } : before
  return { lastStrike: last?.lastStrike ?? null, miles: last?.miles ?? null, count: lightning.count }
}

/** A sender's clock can give an invalid time. */
function isoOf(timeMs: number): string | null {
  const date = new Date(timeMs)
  return Number.isFinite(date.getTime()) && Math.abs(timeMs) < 4e12 ? date.toISOString() : null
}
