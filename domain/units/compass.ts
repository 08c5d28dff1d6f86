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

/** A sector lies around its point, and its lower edge belongs to it. */
function sector<Name>(names: readonly Name[], degrees: number): Name | null {
  if (!Number.isFinite(degrees)) return null
  const turned = ((degrees % 360) + 360) % 360
  return names[Math.floor((turned * names.length) / 360 + 0.5) % names.length] ?? null
}

/** A direction in words of sixteen points. Null where it is missing; calm air has no direction either. */
export function compass16(degrees: number): Compass16 | null {
  return sector(sixteen, degrees)
}

/** A direction in words of eight points. */
export function compass8(degrees: number): Compass8 | null {
  return sector(eight, degrees)
}
