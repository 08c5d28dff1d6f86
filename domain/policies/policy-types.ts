export type PolicyShortName =
  | 'LR1'
  | 'LR2'
  | 'LR3'
  | 'LR4'
  | 'CHILL'
  | 'HEAT'
  | 'WBGT'
  | 'PRECIP'
  | 'WIND'
  | 'GUST'
  | 'AQI'
  | 'AQI-MAX'
  | 'AQI-PM2.5'
  | 'AQI-PM10'
  | 'AQI-O3'

/** A policy type: what it evaluates, and the limits of its settings. */
export interface PolicyType {
  /** The type's number in the API. */
  readonly id: number
  readonly shortName: PolicyShortName
  readonly displayName: string
  readonly category: 'Lightning' | 'Temperature' | 'Precipitation' | 'Wind' | 'Air Quality'
  readonly unit: string
  /** Number of decimal places. */
  readonly precision: number
  /** Whether it triggers when the value falls to the threshold instead of rising to it. */
  readonly isDesc: boolean
  /** The highest threshold allowed or, for a type that triggers on falling, the lowest. */
  readonly limit: number
  readonly minAllClear: number
}

function lightning(zone: 1 | 2 | 3 | 4): PolicyType {
  return {
    id: zone,
    shortName: `LR${zone}`,
    displayName: `Lightning Zone ${zone}`,
    category: 'Lightning',
    unit: 'mi',
    precision: 0,
    isDesc: true,
    limit: 1,
    minAllClear: 10,
  }
}

function rising(
  id: number,
  shortName: PolicyShortName,
  displayName: string,
  category: PolicyType['category'],
  measured: { unit: string; precision: number; limit: number },
): PolicyType {
  return { id, shortName, displayName, category, ...measured, isDesc: false, minAllClear: 10 }
}

const fahrenheit = { unit: '°F', precision: 0, limit: 140 }
const mph = { unit: 'mph', precision: 0, limit: 150 }
const index = { unit: 'AQI', precision: 0, limit: 500 }

export const policyTypes: readonly PolicyType[] = [
  lightning(1),
  lightning(2),
  lightning(3),
  lightning(4),
  { ...rising(5, 'CHILL', 'Wind Chill', 'Temperature', fahrenheit), isDesc: true, limit: -60 },
  rising(6, 'HEAT', 'Heat Index', 'Temperature', fahrenheit),
  rising(7, 'WBGT', 'WBGT', 'Temperature', { ...fahrenheit, precision: 1, limit: 120 }),
  rising(8, 'PRECIP', 'Precipitation', 'Precipitation', { unit: 'in', precision: 2, limit: 30 }),
  rising(9, 'WIND', 'Wind Speed', 'Wind', mph),
  rising(10, 'GUST', 'Wind Gust', 'Wind', mph),
  rising(11, 'AQI', 'Air Quality Index', 'Air Quality', index),
  rising(12, 'AQI-MAX', 'Highest Air Quality Index', 'Air Quality', index),
  rising(13, 'AQI-PM2.5', 'Air Quality Index, PM2.5', 'Air Quality', index),
  rising(14, 'AQI-PM10', 'Air Quality Index, PM10', 'Air Quality', index),
  rising(15, 'AQI-O3', 'Air Quality Index, Ozone', 'Air Quality', index),
]

const byShortName = new Map(policyTypes.map(type => [type.shortName, type]))

export function policyTypeOf(shortName: PolicyShortName): PolicyType {
  const type = byShortName.get(shortName)
  if (!type) throw new RangeError(`There is no policy type ${shortName}`)
  return type
}

export const lightningZoneOf: Readonly<Partial<Record<PolicyShortName, 1 | 2 | 3 | 4>>> = {
  LR1: 1,
  LR2: 2,
  LR3: 3,
  LR4: 4,
}
