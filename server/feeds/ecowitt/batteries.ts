import type { UploadFields } from '#server/feeds/uploads/fields'

/**
 * How a sensor reports its battery, which depends on its type: a flag that is 1 if low, steps from 0 to 5 (6 is mains
 * power), or volts. The limits in volts are our own, for one and for two nearly empty cells, because the upload states
 * none.
 */
type Battery = { readonly kind: 'flag' | 'steps' } | { readonly kind: 'volts'; readonly low: number }

const batteries: readonly (readonly [name: RegExp, battery: Battery])[] = [
  [/^(wh(24|25|26|65|69)batt|batt[1-8])$/, { kind: 'flag' }],
  [/^(wh57batt|pm25batt[1-4]|leakbatt[1-4]|co2_batt)$/, { kind: 'steps' }],
  [/^wh(80|85|90)batt$/, { kind: 'volts', low: 2.4 }],
  [/^(wh40batt|wh68batt|bgtbatt|(soil|tf_|leaf_)batt\d{1,2})$/, { kind: 'volts', low: 1.2 }],
]
/** The sensor array's battery, whose voltage is shown. */
const arrayNames = ['wh90batt', 'wh85batt', 'wh80batt', 'wh68batt', 'wh40batt']

function isLow(battery: Battery, value: number): boolean | null {
  switch (battery.kind) {
    case 'flag':
      return value === 0 || value === 1 ? value === 1 : null
    case 'steps':
      return Number.isInteger(value) && value >= 0 && value <= 6 ? value <= 1 : null
    case 'volts':
      // Zero is sent by older firmware, which sends a flag in this field, and by sensors without a reading.
      return value > 0 && value < 10 ? value <= battery.low : null
  }
}

export interface BatteryState {
  /** The fields that are batteries. */
  readonly names: readonly string[]
  /** Whether any battery is low; null if unknown. */
  readonly isLow: boolean | null
  readonly volts: number | null
}

export function readBatteries(fields: UploadFields): BatteryState {
  const names: string[] = []
  let anyLow: boolean | null = null
  for (const name of fields.names()) {
    const battery = batteries.find(([pattern]) => pattern.test(name))?.[1]
    if (!battery) continue
    names.push(name)
    const value = fields.number(name)
    const low = value === null ? null : isLow(battery, value)
    if (low !== null) anyLow = low || (anyLow ?? false)
  }
  const volts = arrayNames
    .map(name => fields.number(name))
    .find(value => value !== null && value > 1 && value < 10)
  return { names, isLow: anyLow, volts: volts ?? null }
}
