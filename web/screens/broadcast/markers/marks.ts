import type { ShownRing } from '#domain/lightning/shown'

/** A place on the wall map, from a distance. */
export type MapMark = 'delay' | 'unknown' | 'clear'

export const markNames: Readonly<Record<MapMark, string>> = {
  delay: 'Lightning delay',
  unknown: 'Unknown: treat as unsafe',
  clear: 'Lightning: All Clear',
}

export const marks = ['delay', 'unknown', 'clear'] as const satisfies readonly MapMark[]

/** An expired countdown proves nothing yet. */
export function mapMarkOf({ show }: ShownRing): MapMark {
  if (show === 'Delay') return 'delay'
  return show === 'AllClear' ? 'clear' : 'unknown'
}
