import type { SourceKind } from '#domain/feeds/source'
import { advisoriesAt } from '#simulator/advisories'
import { airReadings, airSensors } from '#simulator/stations/air-sensors'
import { wholePast, type PastReach } from '#simulator/stations/back-fill'
import { createSimulatedForecasts } from '#simulator/forecasts'
import { createSurfaceAnalyses } from '#simulator/fronts'
import { createLightningSource } from '#simulator/lightning-source'
import { proactiveForecastsAt } from '#simulator/proactive-forecasts'
import { createReadings } from '#simulator/stations/readings'
import { roadLand } from '#simulator/roads-land'
import { demoStations, metarStations } from '#simulator/stations/stations'
import { createStormCells } from '#simulator/radar/storm-cells'
import { createTropicalForecasts } from '#simulator/tropics/tropics-forecast'
import { createWorld } from '#simulator/world'
import { startSimulatedAir } from '#server/feeds/simulated/air'
import {
  startSimulatedAdvisories,
  startSimulatedForecasts,
  type ForecastSource,
} from '#server/feeds/simulated/forecasts'
import { startSimulatedImages, type ImageSource } from '#server/feeds/simulated/images'
import { startSimulatedLightning } from '#server/feeds/simulated/lightning'
import { startSimulatedObservations, type ObservationSource } from '#server/feeds/simulated/observations'
import { startSimulatedPastAir, type PastAirSource } from '#server/feeds/simulated/past-air'
import {
  allFrames,
  startSimulatedRadar,
  type RadarFrames,
  type RadarSource,
} from '#server/feeds/simulated/radar'
import { startSimulatedRoads, type RoadSource } from '#server/feeds/simulated/roads'
import { startSimulatedStorms } from '#server/feeds/simulated/storms'
import { startSimulatedSurface } from '#server/feeds/simulated/surface'
import { startSimulatedTropics } from '#server/feeds/simulated/tropics'
import type { Schedule } from '#server/platform/schedule'
import { inThread } from '#server/platform/thread'
import type { WeatherParts } from '#server/house/weather'

/** Every installation of Skywarden has the same simulated weather. */
export const worldSeed = 2026

const backFillModule = new URL('../../../simulator/stations/back-fill.ts', import.meta.url).href
const imagesModule = new URL('./draw-station-images.ts', import.meta.url).href
const pastAirModule = new URL('../../../simulator/stations/past-air.ts', import.meta.url).href
const radarModule = new URL('../../../simulator/radar/radar-grids.ts', import.meta.url).href
const roadsModule = new URL('../../../simulator/roads.ts', import.meta.url).href

type Parts = Pick<WeatherParts, 'clock' | 'log' | 'bus'> & {
  /** Runs while this process is the leader for feeds. */
  readonly schedule: Schedule
}

/** How much the world delivers. Delivering everything takes a minute at startup, which a test may not need. */
export interface WorldExtent {
  readonly past: PastReach
  readonly radarFrames: RadarFrames
  /** How many hours of roads are computed when someone looks; a day by default. */
  readonly roadHours?: number
  /** Whether stations with a camera deliver images; true by default. */
  readonly hasStationImages?: boolean
  /** The feeds that deliver; all of them by default. */
  readonly sources?: readonly SourceKind[]
}
export const wholeWorld: WorldExtent = { past: wholePast, radarFrames: allFrames }

/** Connects the simulated world to the feeds. */
export function startSimulatedWeather(
  { clock, log, bus, schedule }: Parts,
  extent: WorldExtent = wholeWorld,
): { stop(): Promise<void> } {
  const world = createWorld(worldSeed)
  const ahead: ForecastSource = {
    ...createSimulatedForecasts(world),
    advisoriesAt: timeMs => advisoriesAt(world, timeMs),
    proactiveForecastsAt: timeMs => proactiveForecastsAt(world, timeMs),
  }
  const working: { stop(): Promise<void> }[] = []
  const start: Record<SourceKind, () => void> = {
    lightning: () => startSimulatedLightning({ source: createLightningSource(world), clock, bus, schedule }),
    'air quality'() {
      const source = { sensors: airSensors(), readings: airReadings.bind(null, world) }
      const past: PastAirSource = (...asked) => inThread(pastAirModule, 'pastAir', [worldSeed, ...asked])
      working.push(startSimulatedPastAir({ source: past, clock, log, bus, schedule }))
      startSimulatedAir({ source, clock, bus, schedule })
    },
    forecasts: () => startSimulatedForecasts({ source: ahead, clock, bus, schedule }),
    alerts: () => startSimulatedAdvisories({ source: ahead, clock, bus, schedule }),
    'storm cells': () =>
      startSimulatedStorms({ source: { stormCellsAt: createStormCells(world) }, clock, bus, schedule }),
    tropics() {
      const source = { tropicalStormsAt: createTropicalForecasts(world) }
      startSimulatedTropics({ source, clock, bus, schedule })
    },
    'surface analysis'() {
      const source = { surfaceAnalysisAt: createSurfaceAnalyses(world) }
      startSimulatedSurface({ source, clock, bus, schedule })
    },
    observations() {
      const readings = createReadings(world)
      const observations: ObservationSource = {
        stations: [...demoStations(), ...metarStations()],
        readingAt: readings.readingAt,
        correctedRainInches: readings.correctedRainInches,
        past: (...asked) => inThread(backFillModule, 'backFill', [worldSeed, ...asked, extent.past]),
      }
      working.push(startSimulatedObservations({ source: observations, clock, bus, schedule }))
      if (extent.hasStationImages === false) return
      const images: ImageSource = {
        stations: demoStations(),
        images: (...asked) => inThread(imagesModule, 'drawStationImages', [worldSeed, ...asked]),
      }
      working.push(startSimulatedImages({ source: images, clock, log, bus }))
    },
    radar() {
      const source: RadarSource = {
        grids: wanted => inThread(radarModule, 'radarGrids', [worldSeed, wanted]),
      }
      const frames = extent.radarFrames
      working.push(startSimulatedRadar({ source, clock, log, bus, schedule, frames }))
    },
    'road conditions'() {
      const source: RoadSource = {
        place: roadLand,
        roads: (...asked) => inThread(roadsModule, 'roadGrids', [worldSeed, ...asked]),
      }
      const { roadHours: hours } = extent
      working.push(startSimulatedRoads({ source, clock, log, bus, schedule, ...(hours && { hours }) }))
    },
  }
  for (const kind of extent.sources ?? (Object.keys(start) as SourceKind[])) start[kind]()
  return { stop: async () => void (await Promise.all(working.map(part => part.stop()))) }
}
