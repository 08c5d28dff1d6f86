import { fahrenheitFromCelsius } from '#domain/units/convert'
import { roundedTo } from '#domain/units/rounding'
import type { Intensity, MatrixRow, RiskLevel, WorkRestProfile } from './work-rest.ts'

/** Converts minutes of work per hour to percent of work. */
const worked = (minutes: number) => roundedTo((minutes * 100) / 60, 2) ?? 0

interface Column extends Intensity {
  /** One share of work for each upper limit, and a last one for values above all limits. */
  readonly workPercents: readonly number[]
}

function rowsOf(ends: readonly number[], columns: readonly Column[]): MatrixRow[] {
  return columns.flatMap(({ id, workPercents }) =>
    workPercents.map((workPercent, band) => ({ intensityId: id, max: ends[band] ?? null, workPercent })),
  )
}

const armyEnds = [77.9, 81.9, 84.9, 87.9, 89.9]
const armyColumns: readonly Column[] = [
  { id: 1, name: 'Easy Work', workPercents: [100, 100, 100, 100, 100, worked(50)] },
  { id: 2, name: 'Moderate Work', workPercents: [100, 100, worked(50), worked(40), worked(30), worked(20)] },
  {
    id: 3,
    name: 'Hard Work',
    workPercents: [100, worked(40), worked(30), worked(30), worked(20), worked(10)],
  },
]

/** The fluid replacement and work/rest guidance of TB MED 507, for people acclimatized to heat. */
const army: WorkRestProfile = {
  name: 'TB MED 507',
  primaryMetric: 'WBGT',
  useRiskProfile: true,
  durationUnit: 'Hour',
  customStopText: 'Stop Work',
  customContinuousText: 'No Limit',
  intensities: armyColumns.map(({ id, name }) => ({ id, name })),
  modifiers: [
    { id: 1, name: 'Body Armor', adjustmentF: 5 },
    { id: 2, name: 'Full Protective Suit, Easy Work', adjustmentF: 10 },
    { id: 3, name: 'Full Protective Suit, Moderate or Hard Work', adjustmentF: 20 },
  ],
  matrices: rowsOf(armyEnds, armyColumns),
}

/** Metabolic rate in watts, at rest and at different kinds of work. */
const restWatts = 115
const nioshWork = [
  { id: 1, name: 'Light', watts: 180 },
  { id: 2, name: 'Moderate', watts: 300 },
  { id: 3, name: 'Heavy', watts: 415 },
  { id: 4, name: 'Very Heavy', watts: 520 },
] as const
const shares = [100, 75, 50, 25] as const

/** The recommended exposure limit for acclimatized people (NIOSH 2016-106), in degrees of WBGT. */
export function nioshLimitF(watts: number): number {
  return roundedTo(fahrenheitFromCelsius(56.7 - 11.5 * Math.log10(watts)), 1) ?? 0
}

/** The limit applies to the hourly mean, so resting part of the hour allows work in hotter conditions. */
function nioshRows({ id, watts }: (typeof nioshWork)[number]): MatrixRow[] {
  const rows = shares.map(workPercent => {
    const mean = (watts * workPercent + restWatts * (100 - workPercent)) / 100
    return { intensityId: id, max: nioshLimitF(mean), workPercent }
  })
  return [...rows, { intensityId: id, max: null, workPercent: 0 }]
}

const niosh: WorkRestProfile = {
  name: 'NIOSH REL',
  primaryMetric: 'WBGT',
  useRiskProfile: true,
  durationUnit: 'Hour',
  customStopText: 'Stop Work',
  customContinuousText: 'Continuous Work',
  intensities: nioshWork.map(({ id, name }) => ({ id, name })),
  // Clothing adjustments are published in degrees Celsius.
  modifiers: [
    { id: 1, name: 'Work Clothes', adjustmentF: 0 },
    { id: 2, name: 'SMS Coveralls', adjustmentF: 0.9 },
    { id: 3, name: 'Polyolefin Coveralls', adjustmentF: 1.8 },
    { id: 4, name: 'Double Layer of Clothing', adjustmentF: 5.4 },
    { id: 5, name: 'Vapor-Barrier Coveralls', adjustmentF: 19.8 },
  ],
  matrices: nioshWork.flatMap(nioshRows),
}

export const workRestTemplates: readonly WorkRestProfile[] = [army, niosh]

export interface RiskTemplate {
  readonly name: string
  readonly riskLevels: readonly RiskLevel[]
}

/** The bands of TB MED 507, by their effects on people. */
export const riskTemplates: readonly RiskTemplate[] = [
  {
    name: 'WBGT Heat Categories',
    riskLevels: [
      {
        id: 1,
        name: 'Low',
        description: 'Normal activity. Drink water before you are thirsty.',
        max: 77.9,
        color: '#2F9E44',
        colorSecondary: '#B2F2BB',
      },
      {
        id: 2,
        name: 'Moderate',
        description: 'Watch those who are not used to the heat.',
        max: 84.9,
        color: '#F2C037',
        colorSecondary: '#FFF3BF',
      },
      {
        id: 3,
        name: 'High',
        description: 'Plan for rest in the shade and water for everyone.',
        max: 87.9,
        color: '#F08C00',
        colorSecondary: '#FFD8A8',
      },
      {
        id: 4,
        name: 'Very High',
        description: 'Hard work only for short spells, and never alone.',
        max: 89.9,
        color: '#E03131',
        colorSecondary: '#FFC9C9',
      },
      {
        id: 5,
        name: 'Extreme',
        description: 'Stop what can wait. Know the signs of heat stroke.',
        max: 200,
        color: '#7B1E1E',
        colorSecondary: '#E8A9A9',
      },
    ],
  },
]
