/** What lightning does at a place, as it may be shown: of a delay its innermost ring and that ring's end. */
export type LightningDanger =
  | { readonly show: 'Delay'; readonly ring: number; readonly endsAtMs: number }
  | { readonly show: 'Checking' | 'Unknown' | 'AllClear' }

/** Of a place where nothing else is dangerous, and of one where that is not known: hazards themselves are more. */
export const noDanger = 0
export const unknownDanger = 1

export interface PlaceDanger {
  readonly lightning: LightningDanger
  /** How dangerous the worst of everything else is. */
  readonly others: number
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
    other.others - one.others
  )
}

function compareDelays(one: LightningDanger, other: LightningDanger): number {
  if (one.show !== 'Delay' || other.show !== 'Delay') return 0
  return one.ring - other.ring || other.endsAtMs - one.endsAtMs
}

export const dangerGroups = ['delay', 'unknown', 'warned', 'clear'] as const
export type DangerGroup = (typeof dangerGroups)[number]

/** The group that a place belongs to; in the order by danger, a group never comes between the places of another. */
export function dangerGroupOf({ lightning, others }: PlaceDanger): DangerGroup {
  if (lightning.show === 'Delay') return 'delay'
  if (lightning.show !== 'AllClear') return 'unknown'
  return others > unknownDanger ? 'warned' : 'clear'
}
