const sixteen = [
  'N',
  'NNE',
  'NE',
  'ENE',
  'E',
  'ESE',
  'SE',
  'SSE',
  'S',
  'SSW',
  'SW',
  'WSW',
  'W',
  'WNW',
  'NW',
  'NNW',
] as const
const eight = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const

export type Compass16 = (typeof sixteen)[number]
export type Compass8 = (typeof eight)[number]

/** A sector is centered on its point and includes its lower edge. */
function sector<Name>(names: readonly Name[], degrees: number): Name | null {
  if (!Number.isFinite(degrees)) return null
  const turned = ((degrees % 360) + 360) % 360
  return names[Math.floor((turned * names.length) / 360 + 0.5) % names.length] ?? null
}

/** One of sixteen compass points. Null if missing; calm air has no direction either. */
export function compass16(degrees: number): Compass16 | null {
  return sector(sixteen, degrees)
}

/** One of eight compass points. */
export function compass8(degrees: number): Compass8 | null {
  return sector(eight, degrees)
}
