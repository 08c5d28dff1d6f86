import type { SeenStorm, StormArrival } from '#contract/weather/storms'

/** Returns a storm approaching from the west-southwest, with overrides from the test. */
export function seenStorm(change: Partial<SeenStorm> = {}): SeenStorm {
  return {
    id: 'OUNA07QZ',
    issued: '2026-11-15T22:08:00.000Z',
    distanceMiles: 23.4,
    bearingDegrees: 248,
    speedMph: 35.2,
    headingDegrees: 50,
    going: 'approaching',
    isHeadingHere: true,
    nearest: { miles: 3.2, at: '2026-11-15T22:51:00.000Z' },
    tvs: false,
    meso: false,
    severeHail: false,
    hail: false,
    ...change,
  }
}

type Coming = Extract<StormArrival, { outlook: 'coming' }>

export function coming(change: Partial<Coming> = {}): Coming {
  return {
    outlook: 'coming',
    asOf: '2026-11-15T22:10:00.000Z',
    because: 'Its track passes 3.2 mi from here',
    watched: 3,
    watchedMiles: 100,
    rings: [
      { ring: 1, radiusMiles: 8, arrival: 'enters', at: '2026-11-15T22:42:30.000Z' },
      { ring: 2, radiusMiles: 16, arrival: 'enters', at: '2026-11-15T22:29:30.000Z' },
      { ring: 3, radiusMiles: 26, arrival: 'inside' },
    ],
    storms: [seenStorm()],
    ...change,
  }
}
