/** The lightning state of a place as it may be shown; for a delay, its innermost ring and that ring's end. */
export type LightningDanger =
  | { readonly show: 'Delay'; readonly ring: number; readonly endsAtMs: number }
  | { readonly show: 'Checking' | 'Unknown' | 'AllClear' }

/** The value for a place that has no other hazards, or where they are unknown. Real hazards have higher values. */
export const noDanger = 0
export const unknownDanger = 1

export interface PlaceDanger {
  readonly lightning: LightningDanger
  /** The severity of the worst other hazard. */
  readonly others: number
}

const lightningNumbers = { Delay: 3, Checking: 2, Unknown: 1, AllClear: 0 } as const

/**
 * Orders places by danger, worst first: a delay (the innermost ring, then the later end), then unknown, then other
 * hazards by severity. Equal places keep their order.
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

/** A place's group. When places are ordered by danger, groups never interleave. */
export function dangerGroupOf({ lightning, others }: PlaceDanger): DangerGroup {
  if (lightning.show === 'Delay') return 'delay'
  if (lightning.show !== 'AllClear') return 'unknown'
  return others > unknownDanger ? 'warned' : 'clear'
}
