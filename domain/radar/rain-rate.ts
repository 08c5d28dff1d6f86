import { known, knownWithin } from '#domain/units/known'

/** How the echo Z, in mm6/m3, depends on the rain R, in mm/h: Z = a R^b. */
export interface ZrRelation {
  readonly a: number
  readonly b: number
}

/** The relations used by the American radars. */
export const zrRelations = {
  convective: { a: 300, b: 1.4 },
  marshallPalmer: { a: 200, b: 1.6 },
  tropical: { a: 250, b: 1.2 },
  eastCoolStratiform: { a: 130, b: 2 },
  westCoolStratiform: { a: 75, b: 2 },
} as const satisfies Record<string, ZrRelation>

/** Stronger echoes are hail, and count as no more rain than this. */
const hailCapDbz = 53

/** Weaker echoes are insects, dust and the ground. */
const weakestDbz = 5

/** An echo's rain rate for display: zero for the weakest, and capped for hail. */
export function rainRateMmPerHour(
  dbz: number | null,
  relation: ZrRelation = zrRelations.convective,
  capDbz: number = hailCapDbz,
): number | null {
  const echo = usableDbz(dbz)
  if (echo === null) return null
  return echo < weakestDbz ? 0 : rateFromDbz(Math.min(echo, capDbz), relation)
}

/** The relation alone, without limits. */
export function rateFromDbz(dbz: number | null, { a, b }: ZrRelation): number | null {
  const z = reflectivity(dbz)
  return z === null || !(a > 0) || !(b > 0) ? null : known((z / a) ** (1 / b))
}

function reflectivity(dbz: number | null): number | null {
  const echo = usableDbz(dbz)
  return echo === null ? null : 10 ** (echo / 10)
}

/** The valid range of radars; files mark 'no echo' with numbers far outside. */
function usableDbz(dbz: number | null): number | null {
  return knownWithin(dbz, -100, 100)
}
