import { expect, test } from 'vitest'
import { pollutants, type AirSensor, type Pollutant } from '#domain/air-quality/sensor'
import { distanceMiles } from '#domain/geo/distance'
import { airReadings, airSensors } from './air-sensors.ts'
import { createWorld, demoPlaces } from '#simulator/world'

const hourMs = 3_600_000
const world = createWorld(1)
const sensors = airSensors()

function nearestMiles(name: string): number {
  const place = demoPlaces.find(each => each.name === name)
  if (!place) throw new Error(`no ${name}`)
  return Math.min(...sensors.map(sensor => distanceMiles(place, sensor) ?? Infinity))
}

function sensorOf(id: string): AirSensor {
  const sensor = sensors.find(each => each.id === id)
  if (!sensor) throw new Error(`no sensor ${id}`)
  return sensor
}

function concentrations(id: string, pollutant: Pollutant, fromMs: number, hours: number): number[] {
  return Array.from({ length: hours }, (_, hour) =>
    airReadings(world, sensorOf(id), fromMs + hour * hourMs).filter(each => each.pollutant === pollutant),
  ).flatMap(found => found.map(({ concentration }) => concentration))
}

test('every demo place but Buffalo has a sensor within 5 miles, Buffalo none within 10', () => {
  for (const name of ['Norman', 'Phoenix', 'Tampa', 'Fresno', 'Amarillo']) {
    expect(nearestMiles(name), name).toBeLessThan(5)
  }
  expect(nearestMiles('Buffalo')).toBeGreaterThan(10)
  expect(new Set(sensors.map(({ id }) => id)).size).toBe(sensors.length)
  expect(sensors.length).toBeGreaterThan(44)
})

test('a sensor reports its measurements in the pollutant’s units and rounding', () => {
  const timeMs = Date.UTC(2026, 6, 8, 21)
  for (const sensor of sensors) {
    const readings = airReadings(world, sensor, timeMs)
    expect(readings).toEqual(airReadings(createWorld(1), sensor, timeMs))
    expect(readings.map(({ pollutant }) => pollutant)).toEqual(sensor.measures)
    for (const { pollutant, concentration, ...rest } of readings) {
      expect(rest).toEqual({ sensorId: sensor.id, source: 'simulated', hourStartMs: timeMs })
      expect(pollutants).toContain(pollutant)
      const [decimals, least, most] = pollutant === 'O3' ? [3, 0.01, 0.12] : [1, 0.5, 400]
      expect(Number(concentration.toFixed(decimals))).toBe(concentration)
      expect(concentration).toBeGreaterThan(least)
      expect(concentration).toBeLessThan(most)
    }
  }
})

test('Fresno is smoky in every sampled hour of the year, Amarillo is not', () => {
  for (const month of [0, 3, 6, 9]) {
    const fromMs = Date.UTC(2026, month, 11)
    expect(Math.min(...concentrations('air-fresno', 'PM2.5', fromMs, 24))).toBeGreaterThan(55)
    expect(Math.max(...concentrations('air-amarillo', 'PM2.5', fromMs, 24))).toBeLessThan(35)
  }
})

test('ozone forms during the day', () => {
  const day = concentrations('air-phoenix', 'O3', Date.UTC(2026, 5, 20, 7), 24)
  const afternoon = day.slice(13, 18)
  expect(Math.min(...afternoon)).toBeGreaterThan(Math.max(...day.slice(0, 6)))
  expect(Math.max(...afternoon)).toBeGreaterThan(0.055)
})
