import type { Point } from '#domain/geo/distance'
import { allBoxes, boxCorner, boxDegrees } from './boxes.ts'
import { meanTemperatureOf } from './climate.ts'
import { createNoise, onSphere, type SpherePoint } from './noise.ts'
import { demoPlaceWith } from './places.ts'
import { blend, milesBetween, smoothstep } from './plane.ts'
import { hourAround, seasonAround } from './season.ts'

/** A breeding ground for thunderstorms. */
interface StormRegion extends Point {
  readonly spreadDegrees: number
  /** Births per box and hour at its center, in its peak hour and season, on an average day. */
  readonly births: number
  readonly peakDay: number
  /** The share of births left in its worst season. */
  readonly seasonFloor: number
  readonly peakHour: number
  /** The share of births left at the hour opposite the peak. */
  readonly nightShare: number
}

function region(
  [latitude, longitude, spreadDegrees]: readonly [number, number, number],
  births: number,
  [peakDay, seasonFloor]: readonly [number, number],
  [peakHour, nightShare]: readonly [number, number],
): StormRegion {
  return { latitude, longitude, spreadDegrees, births, peakDay, seasonFloor, peakHour, nightShare }
}

const tampa = demoPlaceWith('tropics')

/** Follows the seasons and hours of the US lightning climatology, but with some storms even in winter. */
const regions: readonly StormRegion[] = [
  region([27.8, -81.6, 2.3], 3.2, [200, 0.25], [16, 0.1]), // Florida
  region([30.5, -90, 4.5], 2, [200, 0.5], [15.5, 0.3]), // Gulf Coast
  region([34, -97.5, 4.5], 1.8, [140, 0.35], [18, 0.4]), // Southern Plains
  region([41.5, -95, 5.5], 1.6, [175, 0.05], [20, 0.45]), // Northern Plains and Midwest
  region([40, -105, 3.5], 1.6, [190, 0.05], [15, 0.08]), // Front Range
  region([33.5, -109.5, 4], 1.8, [213, 0.05], [16, 0.1]), // Southwest monsoon
  region([35.5, -83, 4.5], 1.4, [190, 0.25], [16, 0.2]), // Southeast
  region([41.5, -75.5, 3.5], 0.7, [190, 0.05], [16.5, 0.15]), // Northeast
  region([46, -118, 4], 0.16, [190, 0.05], [17, 0.2]), // Northwest
  region([25.5, -90, 5], 1, [250, 0.7], [5, 0.7]), // Gulf of Mexico, most at night
  region([33, -74.5, 3.5], 0.8, [240, 0.7], [5, 0.7]), // Gulf Stream
  region([25, -105, 3.5], 1.8, [215, 0.15], [17, 0.15]), // Sierra Madre
  // The demo's own: afternoons at any time of year.
  region([tampa.latitude, tampa.longitude, 0.9], 3, [200, 0.85], [16, 0.02]),
]

/** If fewer births are expected, none are drawn. */
const fewestBirths = 0.006
/** More births in one box and hour would make a solid mass of cells. */
const mostBirths = 8

interface Ground {
  readonly centre: Point
  readonly onSphere: SpherePoint
  readonly meanTemperatureF: (timeMs: number) => number
  /** The births of each region that overlaps this box, by its index in the list. */
  readonly parts: readonly { readonly index: number; readonly births: number }[]
}

function groundOf(box: number): Ground {
  const corner = boxCorner(box)
  const centre = {
    latitude: corner.south + boxDegrees / 2,
    longitude: corner.west + boxDegrees / 2,
  }
  const parts = regions.map((each, index) => {
    const north = (centre.latitude - each.latitude) / each.spreadDegrees
    const east = (centre.longitude - each.longitude) / each.spreadDegrees / 1.2
    return { index, births: each.births * Math.exp(-(north * north + east * east)) }
  })
  return {
    centre,
    onSphere: onSphere(centre.latitude, centre.longitude),
    meanTemperatureF: meanTemperatureOf(centre.latitude, centre.longitude),
    parts: parts.filter(part => part.births > fewestBirths),
  }
}

const grounds = allBoxes.map(groundOf)

export interface Steering {
  /** The direction toward which the wind blows. */
  readonly headingDegrees: number
  readonly speedMph: number
}

/**
 * Direction and speed are drawn separately, not as two components, because if both components came near zero,
 * neighboring cells would move in all directions. Summer storms over Florida drift north-northwest, those of the
 * westerlies run east.
 */
const tropical = { headingDegrees: -25, speedMph: 11 }
const westerly = { headingDegrees: 78, speedMph: 30 }
const turnsByDegrees = 38
const speedVaries = 0.3
const fastestMph = 40

/**
 * Norman's storms need a strong flow to keep their timetable (passes.ts), so the wind around it is always that fast.
 */
const norman = demoPlaceWith('storms')
const jetStreakMph = 40
const wholeJetMiles = 130
const noJetMiles = 480

export interface StormClimate {
  /** Returns the mean number of cells born in the hour around an instant, box by box. */
  readonly meanBirths: (timeMs: number) => (box: number) => number
  /** Returns the wind that carries cells along. */
  readonly steering: (place: Point, timeMs: number) => Steering
}

export function createStormClimate(seed: number): StormClimate {
  // Storms come in outbreaks with empty country between them, not evenly spread. There is one noise for each box,
  // because a noise caches the place it was last used for.
  const unrest = grounds.map(() => createNoise(seed, 'unrest', 300, 12))
  const turning = createNoise(seed, 'steering-direction', 900, 30)
  const pace = createNoise(seed, 'steering-speed', 900, 30)

  return {
    meanBirths(timeMs) {
      const seasons = regions.map(({ peakDay, seasonFloor }) =>
        blend(seasonFloor, 1, (1 + seasonAround(peakDay, timeMs)) / 2),
      )
      return box => {
        const ground = grounds[box]
        if (!ground || ground.parts.length === 0) return 0
        const outbreak = 5.2 * smoothstep(0, 0.9, unrest[box]?.(ground.onSphere, timeMs) ?? 0) ** 2
        if (outbreak === 0) return 0
        const { longitude } = ground.centre
        let usual = 0
        for (const { index, births } of ground.parts) {
          const each = regions[index]
          if (!each) continue
          const hour = ((1 + hourAround(each.peakHour, longitude, timeMs)) / 2) ** 2
          usual += births * (seasons[index] ?? 0) * blend(each.nightShare, 1, hour)
        }
        if (usual < fewestBirths) return 0
        const warmth = smoothstep(34, 54, ground.meanTemperatureF(timeMs))
        return Math.min(mostBirths, usual * outbreak * warmth)
      }
    },

    steering({ latitude, longitude }, timeMs) {
      const point = onSphere(latitude, longitude)
      const winter = 0.5 - 0.5 * seasonAround(200, timeMs)
      const jet = smoothstep(24, 43, latitude)
      const headingDegrees =
        blend(tropical.headingDegrees, westerly.headingDegrees, jet) + turnsByDegrees * turning(point, timeMs)
      const usualMph = blend(tropical.speedMph, westerly.speedMph * blend(0.75, 1, winter), jet)
      const speedMph = Math.min(fastestMph, usualMph * (1 + speedVaries * pace(point, timeMs)))
      const streak = smoothstep(noJetMiles, wholeJetMiles, milesBetween(norman, latitude, longitude))
      return {
        headingDegrees: (headingDegrees + 360) % 360,
        speedMph: blend(speedMph, jetStreakMph, streak),
      }
    },
  }
}
