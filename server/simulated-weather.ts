import { advisoriesAt } from '#simulator/advisories'
import { airReadings, airSensors } from '#simulator/air-sensors'
import { createForecasts } from '#simulator/forecasts'
import { createLightningSource } from '#simulator/lightning-source'
import { proactiveForecastsAt } from '#simulator/proactive-forecasts'
import { metarStations } from '#simulator/stations'
import { createWorld } from '#simulator/world'
import { startSimulatedAir } from '#server/feeds/simulated/air'
import { startSimulatedAdvisories, startSimulatedForecasts } from '#server/feeds/simulated/forecasts'
import { startSimulatedLightning } from '#server/feeds/simulated/lightning'
import type { WeatherParts } from '#server/weather'

/** Every Skywarden in its box has the same weather. */
const worldSeed = 2026

/** Plugs the world in the box into the feeds. */
export function startSimulatedWeather({ clock, bus, schedule }: WeatherParts) {
  const world = createWorld(worldSeed)
  const { forecastAt } = createForecasts(world)
  const source = {
    forecastAt,
    advisoriesAt: (timeMs: number) => advisoriesAt(world, timeMs),
    proactiveForecastsAt: (timeMs: number) => proactiveForecastsAt(world, timeMs),
    zonedPlaces: metarStations(),
  }
  startSimulatedLightning({ source: createLightningSource(world), clock, bus, schedule })
  const air = { sensors: airSensors(), readings: airReadings.bind(null, world) }
  startSimulatedAir({ source: air, clock, bus, schedule })
  startSimulatedForecasts({ source, clock, bus, schedule })
  startSimulatedAdvisories({ source, clock, bus, schedule })
}
