import { withinLimits } from './limits.ts'
import { convertMeasure, type UnitOf } from './measure-units.ts'
import {
  noHealth,
  type InstrumentHealth,
  type InstrumentMeasure,
  type InstrumentMessage,
  type InstrumentTrouble,
  type SensedLightning,
} from './message.ts'

/**
 * A message while it is being read. A parser adds what it finds, and bad values are dropped here in the same way for
 * every make.
 */
export interface MessageBuilder {
  /** The first known value is kept, so a parser tries the better field first. */
  set<Measure extends InstrumentMeasure>(
    measure: Measure,
    unit: UnitOf<Measure>,
    value: number | null,
  ): boolean
  /**
   * Like `set`, for a unit that becomes known only while the message is being read. The value is dropped if the measure
   * cannot have that unit.
   */
  setIn(measure: InstrumentMeasure, unit: string, value: number | null): boolean
  understand(name: string): void
  ignore(name: string): void
  trouble(trouble: InstrumentTrouble): void
  /** Records a low battery; a good battery does not cancel a low one. */
  battery(isLow: boolean | null): void
  describe(health: Partial<Omit<InstrumentHealth, 'troubles' | 'isBatteryLow'>>): void
  understoodCount(): number
  understands(name: string): boolean
  finish(rest: {
    sentMs: number | null
    recordMs?: number | null
    lightning?: SensedLightning | null
    sensor?: string | null
  }): InstrumentMessage
}

const mostNames = 100
const mostNameLength = 60
/** Names whose values identify or authenticate the sender. The names alone are harmless, but not useful either. */
const secretNames = new Set([
  'password',
  'passwd',
  'passkey',
  'mac',
  'macaddress',
  'id',
  'key',
  'apikey',
  'token',
])

export function isSecretName(name: string): boolean {
  return secretNames.has(shortText(name)?.toLowerCase() ?? '')
}

/**
 * External text is shown to people and stored, so it is shortened, and characters that a database rejects are removed.
 */
export function shortText(value: unknown, mostLength = mostNameLength): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
    .slice(0, mostLength)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  return text === '' ? null : text
}

export function startMessage(): MessageBuilder {
  const measures: { -readonly [Measure in InstrumentMeasure]?: number } = {}
  const [understood, ignored] = [new Set<string>(), new Set<string>()]
  const troubles = new Set<InstrumentTrouble>()
  let isBatteryLow: boolean | null = null
  let health = noHealth
  function remember(names: Set<string>, name: string) {
    if (names.size >= mostNames || isSecretName(name)) return
    const short = shortText(name)
    if (short !== null) names.add(short)
  }
  function setIn(measure: InstrumentMeasure, unit: string, value: number | null): boolean {
    if (measures[measure] !== undefined) return false
    const kept = withinLimits(measure, convertMeasure(measure, unit, value))
    if (kept === null) return false
    measures[measure] = kept
    return true
  }
  return {
    set: setIn,
    setIn,
    understand: name => remember(understood, name),
    ignore: name => remember(ignored, name),
    trouble: trouble => void troubles.add(trouble),
    battery(isLow) {
      if (isLow !== null) isBatteryLow = isLow || (isBatteryLow ?? false)
    },
    describe(more) {
      health = { ...health, ...more }
    },
    understoodCount: () => understood.size,
    understands: name => understood.has(shortText(name) ?? ''),
    finish: ({ sentMs, recordMs = null, lightning = null, sensor = null }) => ({
      sentMs,
      ...(recordMs !== null && { recordMs }),
      measures: consistent(measures),
      lightning,
      ...(sensor !== null && { sensor }),
      health: { ...health, isBatteryLow, troubles: [...troubles] },
      understood: [...understood],
      ignored: [...ignored],
    }),
  }
}

/** Drops values that contradict others: a gust below the wind, and the direction of zero wind. */
function consistent(
  measures: Readonly<Partial<Record<InstrumentMeasure, number>>>,
): InstrumentMessage['measures'] {
  const { gustMph, windFromDegrees, ...rest } = measures
  const wind = measures.windMph ?? 0
  const isGust = gustMph !== undefined && gustMph >= wind
  const isCalm = measures.windMph === 0 && !(isGust && gustMph > 0)
  return {
    ...rest,
    ...(isGust ? { gustMph } : {}),
    ...(windFromDegrees !== undefined && !isCalm ? { windFromDegrees } : {}),
  }
}
