import { advisoriesAt } from '#simulator/advisories'
import { airReadings, airSensors } from '#simulator/air-sensors'
import { wholePast, type PastReach } from '#simulator/back-fill'
import { createForecasts } from '#simulator/forecasts'
import { createSurfaceAnalyses } from '#simulator/fronts'
import { createLightningSource } from '#simulator/lightning-source'
import { proactiveForecastsAt } from '#simulator/proactive-forecasts'
import { createReadings } from '#simulator/readings'
import { roadPlace } from '#simulator/roads-land'
import { demoStations, metarStations } from '#simulator/stations'
import { createStormCells } from '#simulator/storm-cells'
import { createTropicalForecasts } from '#simulator/tropics-forecast'
import { createWorld } from '#simulator/world'
import { startSimulatedAir } from '#server/feeds/simulated/air'
import { startSimulatedAdvisories, startSimulatedForecasts } from '#server/feeds/simulated/forecasts'
import { startSimulatedImages } from '#server/feeds/simulated/images'
import { startSimulatedLightning } from '#server/feeds/simulated/lightning'
import { startSimulatedObservations, type ObservationSource } from '#server/feeds/simulated/observations'
import { startSimulatedPastAir } from '#server/feeds/simulated/past-air'
import { allFrames, startSimulatedRadar, type RadarFrames } from '#server/feeds/simulated/radar'
import { startSimulatedRoads } from '#server/feeds/simulated/roads'
import { startSimulatedStorms } from '#server/feeds/simulated/storms'
import { startSimulatedSurface } from '#server/feeds/simulated/surface'
import { startSimulatedTropics } from '#server/feeds/simulated/tropics'
import type { Schedule } from '#server/platform/schedule'
import { inThread } from '#server/platform/thread'
import type { WeatherParts } from '#server/house/weather'

/** Every Skywarden in its box has the same weather. */
export const worldSeed = 2026

const backFillModule = new URL('../../simulator/back-fill.ts', import.meta.url).href
const imagesModule = new URL('./draw-station-images.ts', import.meta.url).href
const pastAirModule = new URL('../../simulator/past-air.ts', import.meta.url).href
const radarModule = new URL('../../simulator/radar-grids.ts', import.meta.url).href
const roadsModule = new URL('../../simulator/roads.ts', import.meta.url).href

type Parts = Pick<WeatherParts, 'clock' | 'log' | 'bus'> & {
  /** Runs while the feeds are this process's. */
  readonly schedule: Schedule
}

/** How much the world tells when it starts. All of it is a minute of work, which a test may not need. */
export interface WorldExtent {
  readonly past: PastReach
  readonly radarFrames: RadarFrames
}
export const wholeWorld: WorldExtent = { past: wholePast, radarFrames: allFrames }

/** Plugs the world in the box into the feeds. */
export function startSimulatedWeather(
  { clock, log, bus, schedule }: Parts,
  extent: WorldExtent = wholeWorld,
): { stop(): Promise<void> } {
  const world = createWorld(worldSeed)
  const { forecastAt } = createForecasts(world)
  const source = {
    forecastAt,
    advisoriesAt: (timeMs: number) => advisoriesAt(world, timeMs),
    proactiveForecastsAt: (timeMs: number) => proactiveForecastsAt(world, timeMs),
  }
  startSimulatedLightning({ source: createLightningSource(world), clock, bus, schedule })
  const air = { sensors: airSensors(), readings: airReadings.bind(null, world) }
  const pastAir = startSimulatedPastAir({
    source: (...asked) => inThread(pastAirModule, 'pastAir', [worldSeed, ...asked]),
    clock,
    log,
    bus,
    schedule,
  })
  startSimulatedAir({ source: air, clock, bus, schedule })
  startSimulatedForecasts({ source, clock, bus, schedule })
  startSimulatedAdvisories({ source, clock, bus, schedule })
  startSimulatedStorms({ source: { stormCellsAt: createStormCells(world) }, clock, bus, schedule })
  const tropics = { tropicalStormsAt: createTropicalForecasts(world) }
  startSimulatedTropics({ source: tropics, clock, bus, schedule })
  const surface = { surfaceAnalysisAt: createSurfaceAnalyses(world) }
  startSimulatedSurface({ source: surface, clock, bus, schedule })
  const readings = createReadings(world)
  const observations: ObservationSource = {
    stations: [...demoStations(), ...metarStations()],
    readingAt: readings.readingAt,
    correctedRainInches: readings.correctedRainInches,
    past: (...asked) => inThread(backFillModule, 'backFill', [worldSeed, ...asked, extent.past]),
  }
  const past = startSimulatedObservations({ source: observations, clock, bus, schedule })
  const images = startSimulatedImages({
    source: {
      stations: demoStations(),
      images: (...asked) => inThread(imagesModule, 'drawStationImages', [worldSeed, ...asked]),
    },
    clock,
    log,
    bus,
  })
  const radar = startSimulatedRadar({
    source: { grids: wanted => inThread(radarModule, 'radarGrids', [worldSeed, wanted]) },
    clock,
    log,
    bus,
    schedule,
    frames: extent.radarFrames,
  })
  const roads = startSimulatedRoads({
    source: {
      place: roadPlace,
      roads: (...asked) => inThread(roadsModule, 'roadGrids', [worldSeed, ...asked]),
    },
    clock,
    log,
    bus,
    schedule,
  })
  const parts = [past, images, radar, roads, pastAir]
  return { stop: async () => void (await Promise.all(parts.map(part => part.stop()))) }
}
