import type { Point } from '#domain/geo/distance'
import { coneRadiusMiles } from '#domain/tropics/cone'
import { tropicalModels } from '#domain/tropics/models'
import type { TropicalList, TropicalPoint, TropicalStorm } from '#domain/tropics/storm'
import { msFromKnots, msFromMph } from '#domain/units/convert'
import { moved } from '#simulator/outlines'
import { roundedSample } from '#simulator/stations/station-samples'
import { Draws, hashOf, hashOfText } from '#simulator/weather/chance'
import { memoized } from '#simulator/weather/memo'
import { clamp } from '#simulator/weather/plane'
import { simulatedSource } from '#domain/feeds/source'
import type { TropicalState, World } from '#simulator/world'

const hourMs = 3_600_000
/** Issued at 3, 9, 15 and 21 UTC, like the real center's forecasts. */
const issueEveryMs = 6 * hourMs
const firstIssueMs = 3 * hourMs

const leads = [0, 12, 24, 36, 48, 72, 96, 120] as const
const modelLeads = Array.from({ length: 11 }, (_, index) => index * 12)

/** Two in three random errors are within this many widths, so the cone contains two outcomes in three. */
const widthsInCone = Math.sqrt(2 * Math.log(3))
const mostWidths = 2.5
/** A model's error is larger than that of the center, which uses all models. */
const modelShare = 1.3
/** The error of the wind at first, and its growth with every hour. */
const [knotsAtOnce, knotsPerHour] = [2, 0.12]
const leastKnots = 20
const gustShare = 1.22
const keptIssues = 4

/** Creates everything that a forecast center in the world reports at a time. */
export function createTropicalForecasts(world: World): (timeMs: number) => TropicalList {
  const issues = new Map<number, readonly TropicalStorm[]>()
  const issue = (issuedMs: number) =>
    world.tropicalStormsAt(issuedMs).map(storm => forecastOf(world, storm, issuedMs))
  return timeMs => {
    const asOfMs = Math.floor((timeMs - firstIssueMs) / issueEveryMs) * issueEveryMs + firstIssueMs
    return { source: simulatedSource, asOfMs, storms: memoized(issues, keptIssues, asOfMs, issue) }
  }
}

interface Astray {
  readonly north: number
  readonly east: number
}

/** Returns a forecaster's error: mostly its own, with a small change from one issue to the next. */
function astray(own: Draws, now: Draws): Astray {
  const draw = () => clamp(0.8 * own.gaussian() + 0.6 * now.gaussian(), -mostWidths, mostWidths)
  return { north: draw(), east: draw() }
}

function expectedPlace(truth: Point, leadHours: number, { north, east }: Astray): Point {
  const width = coneRadiusMiles(leadHours) / widthsInCone
  const place = moved(truth, width * north, width * east)
  return { latitude: roundedSample(place.latitude, 1), longitude: roundedSample(place.longitude, 1) }
}

function forecastOf(world: World, storm: TropicalState, issuedMs: number): TropicalStorm {
  const drawsOf = (purpose: string, ...numbers: number[]) =>
    new Draws(hashOf(hashOfText(`${world.seed}/${purpose}/${storm.id}`), ...numbers))
  const issueNumber = Math.floor(issuedMs / issueEveryMs)
  const center = astray(drawsOf('center'), drawsOf('center', issueNumber))
  const windDraw = drawsOf('wind', issueNumber).gaussian()

  /** Returns undefined once the storm is gone, which every forecast predicts. */
  const truthAt = (leadHours: number) =>
    world.tropicalStormsAt(issuedMs + leadHours * hourMs).find(({ id }) => id === storm.id)

  const points = leads.flatMap((leadHours): TropicalPoint[] => {
    const truth = truthAt(leadHours)
    if (!truth) return []
    const wrongKnots = (leadHours === 0 ? 0 : knotsAtOnce + knotsPerHour * leadHours) * windDraw
    const knots = inFives(Math.max(leastKnots, truth.knots + wrongKnots))
    return [
      {
        ...expectedPlace(truth, leadHours, center),
        timeMs: issuedMs + leadHours * hourMs,
        windMs: msFromKnots(knots),
        gustMs: msFromKnots(inFives(knots * gustShare)),
      },
    ]
  })
  const tracks = tropicalModels.map(({ model: name }, model) => {
    const own = astray(drawsOf('model', model), drawsOf('model', model, issueNumber))
    const wrong = {
      north: 0.4 * center.north + modelShare * 0.9 * own.north,
      east: 0.4 * center.east + modelShare * 0.9 * own.east,
    }
    const places = modelLeads.flatMap(leadHours => {
      const truth = truthAt(leadHours)
      return truth ? [expectedPlace(truth, leadHours, wrong)] : []
    })
    return { model: name, points: places }
  })
  return {
    id: storm.id,
    name: storm.name,
    issuedMs,
    pressureMb: roundedSample(storm.pressureHpa, 0),
    movement: {
      speedMs: roundedSample(msFromMph(storm.speedMph) ?? 0, 1),
      headingToDegrees: (roundedSample(storm.headingDegrees / 5, 0) * 5) % 360,
    },
    points,
    tracks: tracks.filter(track => track.points.length > 1),
  }
}

/** Rounds to steps of five knots, in which the center reports winds. */
function inFives(knots: number): number {
  return roundedSample(knots / 5, 0) * 5
}
