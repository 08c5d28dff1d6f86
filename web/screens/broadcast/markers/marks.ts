import type { ShownRing } from '#domain/lightning/shown'

/** A place as it appears on the wall map. */
export type MapMark = 'delay' | 'unknown' | 'clear'

export const markNames: Readonly<Record<MapMark, string>> = {
  delay: 'Lightning delay',
  unknown: 'Unknown: treat as unsafe',
  clear: 'Lightning: All Clear',
}

export const marks = ['delay', 'unknown', 'clear'] as const satisfies readonly MapMark[]

/** A countdown that has reached zero proves nothing yet. */
export function mapMarkOf({ show }: ShownRing): MapMark {
  if (show === 'Delay') return 'delay'
  return show === 'AllClear' ? 'clear' : 'unknown'
}
