import { radiusOf, zones, type Radii, type RingLocks, type Zone } from '#domain/lightning/ring-rules'
import { disableRing, enableRing, sliderRanges } from '#domain/lightning/ring-sliders'

/** One zone as shown in the form. */
export interface ZoneRow {
  readonly zone: Zone
  readonly miles: number
  readonly isOn: boolean
  readonly isLocked: boolean
  /** The first zone is always on. The others have a checkbox, which policies may disable. */
  readonly toggle: 'none' | 'free' | 'held'
  /** The slider's ends, extended to a saved value beyond them. */
  readonly least: number
  readonly most: number
}

export function toggleRing(radii: Radii, zone: Zone, on: boolean, locks: RingLocks): Radii {
  return on ? enableRing(radii, zone, locks) : disableRing(radii, zone, locks)
}

function toggleOf(radii: Radii, zone: Zone, isOn: boolean, locks: RingLocks): ZoneRow['toggle'] {
  if (zone === 1) return 'none'
  return toggleRing(radii, zone, !isOn, locks) === radii ? 'held' : 'free'
}

export function zoneRows(radii: Radii, locks: RingLocks, withFourth: boolean): ZoneRow[] {
  return zones
    .filter(zone => zone < 4 || withFourth)
    .map(zone => {
      const miles = radiusOf(radii, zone)
      const isOn = miles > 0
      const { least, most } = sliderRanges[zone]
      return {
        zone,
        miles,
        isOn,
        isLocked: locks.zones[zone] !== undefined,
        toggle: toggleOf(radii, zone, isOn, locks),
        least: isOn ? Math.min(least, miles) : least,
        most: Math.max(most, miles),
      }
    })
}

export function zoneMiles(miles: number): string {
  return `${Number(miles.toFixed(1))} mi`
}
