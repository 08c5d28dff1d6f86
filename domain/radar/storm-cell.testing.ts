import type { StormCell } from './storm-cell.ts'

/** A cell moving north at 20 m/s, without flags; a test can change any of this. */
export function stormCell(change: Partial<StormCell> = {}): StormCell {
  return {
    id: 'TLXA0',
    issuedMs: Date.UTC(2026, 4, 20, 22),
    latitude: 35,
    longitude: -97,
    flags: { tvs: false, meso: false, severeHail: false, hail: false },
    motion: { speedMs: 20, headingToDegrees: 360 },
    heightFeet: 16_000,
    topFeet: 40_000,
    maxDbz: 55,
    hailChancePercent: 30,
    severeHailChancePercent: 0,
    vilKgPerM2: 30,
    ...change,
  }
}
