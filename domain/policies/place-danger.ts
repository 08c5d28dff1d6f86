/** What lightning does at a place, as it may be shown: of a delay its innermost ring and its latest end. */
export type LightningDanger =
  | { readonly show: 'Delay'; readonly ring: number; readonly endsAtMs: number }
  | { readonly show: 'Checking' | 'Unknown' | 'AllClear' }

/** How bad the worst of everything else is, the least first. What is not known is more than nothing. */
export const hazardLevels = ['none', 'unknown', 'minor', 'moderate', 'severe', 'extreme'] as const
export type HazardLevel = (typeof hazardLevels)[number]

export interface PlaceDanger {
  readonly lightning: LightningDanger
  readonly hazard: HazardLevel
}

/** Everything besides lightning; undefined while it is not known. */
export interface OtherHazards {
  readonly warnings: readonly { readonly isCountingDown: boolean }[] | undefined
  /** Of the weather service's alerts, in its own words. */
  readonly severities: readonly string[] | undefined
}

const severityLevels: ReadonlyMap<string, HazardLevel> = new Map([
  ['Extreme', 'extreme'],
  ['Severe', 'severe'],
  ['Moderate', 'moderate'],
  ['Minor', 'minor'],
])
/** An alert that does not say how severe it is may be anything: it is not put below a minor one. */
const unstatedSeverity = 'moderate'

function levelNumber(level: HazardLevel): number {
  return hazardLevels.indexOf(level)
}

/** The worst of the hazards. A breach of an own policy is severe; once it counts down it is moderate. */
export function worstHazard({ warnings, severities }: OtherHazards): HazardLevel {
  const isUnknown = warnings === undefined || severities === undefined
  const levels = [
    ...(warnings ?? []).map(({ isCountingDown }): HazardLevel => (isCountingDown ? 'moderate' : 'severe')),
    ...(severities ?? []).map(severity => severityLevels.get(severity) ?? unstatedSeverity),
  ]
  return levels.reduce<HazardLevel>(
    (worst, level) => (levelNumber(level) > levelNumber(worst) ? level : worst),
    isUnknown ? 'unknown' : 'none',
  )
}

const lightningNumbers = { Delay: 3, Checking: 2, Unknown: 1, AllClear: 0 } as const

/**
 * The order of places by danger, the worst first: a delay (the innermost ring, then the later end), then what is not
 * known, then other hazards by how bad they are. Places that are equal stay in the order in which they came.
 */
export function compareDanger(one: PlaceDanger, other: PlaceDanger): number {
  return (
    lightningNumbers[other.lightning.show] - lightningNumbers[one.lightning.show] ||
    compareDelays(one.lightning, other.lightning) ||
    levelNumber(other.hazard) - levelNumber(one.hazard)
  )
}

function compareDelays(one: LightningDanger, other: LightningDanger): number {
  if (one.show !== 'Delay' || other.show !== 'Delay') return 0
  return one.ring - other.ring || other.endsAtMs - one.endsAtMs
}

export const dangerGroups = ['delay', 'unknown', 'warned', 'clear'] as const
export type DangerGroup = (typeof dangerGroups)[number]

/** The group that a place belongs to; in the order by danger, a group never comes between the places of another. */
export function dangerGroupOf({ lightning, hazard }: PlaceDanger): DangerGroup {
  if (lightning.show === 'Delay') return 'delay'
  if (lightning.show !== 'AllClear') return 'unknown'
  return levelNumber(hazard) > levelNumber('unknown') ? 'warned' : 'clear'
}
