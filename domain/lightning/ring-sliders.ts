import {
  leastGapMiles,
  mostMiles,
  noLocks,
  radiusOf,
  zones,
  type Radii,
  type RingLocks,
  type Zone,
} from './ring-rules.ts'

/** The range of each slider. If a location was saved with a value outside it, the slider is at its end. */
export const sliderRanges: Readonly<Record<Zone, { least: number; most: number }>> = {
  1: { least: 2, most: 47 },
  2: { least: 4, most: 48 },
  3: { least: 6, most: 49 },
  4: { least: 8, most: 50 },
}

function isOn(radii: Radii, zone: Zone): boolean {
  return zone === 1 || radiusOf(radii, zone) > 0
}

function withRadius(radii: Radii, zone: Zone, miles: number): Radii {
  const [one, two, three, four] = radii.map((before, at) => (at === zone - 1 ? miles : before))
  return [one, two, three, four] as Radii
}

/** Moves a ring's neighbors away from it, no further than necessary. */
function pushedFrom(radii: Radii, zone: Zone): Radii {
  let pushed = radii
  for (const outer of zones.filter(one => one > zone && isOn(radii, one))) {
    const least = radiusOf(pushed, (outer - 1) as Zone) + leastGapMiles
    pushed = withRadius(pushed, outer, Math.max(radiusOf(pushed, outer), least))
  }
  for (const inner of zones.filter(one => one < zone).toReversed()) {
    const most = radiusOf(pushed, (inner + 1) as Zone) - leastGapMiles
    pushed = withRadius(pushed, inner, Math.min(radiusOf(pushed, inner), most))
  }
  return pushed
}

/** A ring's limits: its slider's range, and the gaps to locked rings. */
function roomFor(radii: Radii, zone: Zone, locks: RingLocks): { least: number; most: number } {
  const range = sliderRanges[zone]
  const locked = zones.filter(one => locks.zones[one] !== undefined && isOn(radii, one))
  const gapTo = (other: Zone) => (other - zone) * leastGapMiles
  const inner = locked.filter(one => one < zone).map(one => radiusOf(radii, one) - gapTo(one))
  const outer = locked.filter(one => one > zone).map(one => radiusOf(radii, one) - gapTo(one))
  return { least: Math.max(range.least, ...inner), most: Math.min(range.most, ...outer) }
}

/** Moves a ring with its slider, within its limits, and pushes its neighbors. A locked ring stays. */
export function moveRing(radii: Radii, zone: Zone, miles: number, locks: RingLocks = noLocks): Radii {
  if (locks.zones[zone] !== undefined || !isOn(radii, zone)) return radii
  const { least, most } = roomFor(radii, zone, locks)
  if (least > most) return radii
  return pushedFrom(withRadius(radii, zone, Math.min(Math.max(miles, least), most)), zone)
}

/** Turns on a zone: it starts a mile outside the previous one, which must be on too. */
export function enableRing(radii: Radii, zone: Zone, locks: RingLocks = noLocks): Radii {
  if (isOn(radii, zone)) return radii
  const earlier = enableRing(radii, (zone - 1) as Zone, locks)
  const begun = radiusOf(earlier, (zone - 1) as Zone) + leastGapMiles
  if (begun <= mostMiles) return withRadius(earlier, zone, begun)
  // There is no room outside, so the inner zones make room, unless one of them is locked.
  const isLocked = zones.some(one => one < zone && locks.zones[one] !== undefined)
  return isLocked ? radii : pushedFrom(withRadius(earlier, zone, mostMiles), zone)
}

/** Turns off a zone and those outside it. The first zone and locked zones stay. */
export function disableRing(radii: Radii, zone: Zone, locks: RingLocks = noLocks): Radii {
  const isKept = zone === 1 || zones.some(one => one >= zone && locks.zones[one] !== undefined)
  if (isKept) return radii
  return zones.reduce((left, one) => (one < zone ? left : withRadius(left, one, 0)), radii)
}
