import type { ShownRing } from '#domain/lightning/shown'

/** A place on the wall map, from a distance. */
export type Mark = 'delay' | 'unknown' | 'clear'

export const markNames: Readonly<Record<Mark, string>> = {
  delay: 'Lightning delay',
  unknown: 'Unknown: treat as unsafe',
  clear: 'Lightning: All Clear',
}

export const marks = ['delay', 'unknown', 'clear'] as const satisfies readonly Mark[]

/** An expired countdown proves nothing yet. */
export function markOf({ show }: ShownRing): Mark {
  if (show === 'Delay') return 'delay'
  return show === 'AllClear' ? 'clear' : 'unknown'
}
