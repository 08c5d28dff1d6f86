import { pictureHeight, pictureWidth } from './canvas.ts'
import { sceneAt, type Scene } from './scene.ts'
import { drawScene, stationPicture, type SimulatedPicture } from './station-picture.ts'
import { demoStations } from '#simulator/stations/stations'
import { createWorld } from '#simulator/world'
import { expect, test } from 'vitest'

const noon: Scene = {
  sun: { azimuthDegrees: 200, elevationDegrees: 40 },
  moon: { azimuthDegrees: 0, elevationDegrees: -40, phase: 0.5 },
  cloud: 0.1,
  rainInchesPerHour: 0,
  isSnow: false,
  thunder: 'none',
  visibilityMiles: 10,
  smoke: 0,
  windMph: 5,
  isFrozen: false,
  land: 'other',
  placeSeed: 1,
  momentSeed: 2,
  timeMs: Date.UTC(2026, 5, 1, 18),
}

/** Returns the mean color of part of the image, from its top. */
function meanOf({ rgba }: SimulatedPicture, fromShare = 0, toShare = 1): [number, number, number] {
  const [from, to] = [fromShare, toShare].map(share => Math.floor(share * pictureHeight) * pictureWidth)
  const sums: [number, number, number] = [0, 0, 0]
  const count = (to ?? 0) - (from ?? 0)
  for (let pixel = from ?? 0; pixel < (to ?? 0); pixel++)
    for (const channel of [0, 1, 2] as const) sums[channel] += (rgba[pixel * 4 + channel] ?? 0) / count
  return sums
}
const brightness = (picture: SimulatedPicture) => meanOf(picture).reduce((sum, each) => sum + each / 3, 0)

test('the same station and time give the same image, and another time a different one', () => {
  const world = createWorld(2026)
  const [station] = demoStations()
  if (!station) throw new Error('The demo has no station')
  const one = stationPicture(world, station, noon.timeMs)
  expect(one.rgba).toEqual(stationPicture(createWorld(2026), station, noon.timeMs).rgba)
  expect(one.rgba).not.toEqual(stationPicture(world, station, noon.timeMs + 3_600_000).rgba)
})

test('a clear sky is blue at noon, and dark at night', () => {
  const [red, , blue] = meanOf(drawScene(noon), 0, 0.2)
  expect(blue).toBeGreaterThan(red + 40)
  const night = { ...noon, sun: { azimuthDegrees: 340, elevationDegrees: -35 } }
  expect(brightness(drawScene(night))).toBeLessThan(0.35 * brightness(drawScene(noon)))
})

test.each<[string, Partial<Scene>]>([
  ['an overcast sky', { cloud: 1 }],
  ['a thunderstorm', { cloud: 1, thunder: 'storm', rainInchesPerHour: 0.6 }],
])('%s is gray', (_, weather) => {
  const [red, , blue] = meanOf(drawScene({ ...noon, ...weather }), 0, 0.2)
  expect(blue - red).toBeLessThan(30)
})

test('smoke turns the sky brown', () => {
  const [red, , blue] = meanOf(drawScene({ ...noon, smoke: 1, visibilityMiles: 2 }), 0.3, 0.6)
  expect(red).toBeGreaterThan(blue + 20)
})

test('snow whitens the ground', () => {
  const snow = { ...noon, isSnow: true, isFrozen: true, rainInchesPerHour: 0.05, cloud: 1 }
  const [red, green, blue] = meanOf(drawScene(snow), 0.75, 1)
  expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(25)
})

test('a storm has a bolt', () => {
  const dark = { ...noon, sun: { azimuthDegrees: 340, elevationDegrees: -35 }, cloud: 1 }
  const brightest = (picture: SimulatedPicture) => {
    let most = 0
    for (let at = 2; at < picture.rgba.length; at += 4) most = Math.max(most, picture.rgba[at] ?? 0)
    return most
  }
  expect(brightest(drawScene({ ...dark, thunder: 'severe' }))).toBeGreaterThan(220)
  expect(brightest(drawScene(dark))).toBeLessThan(120)
})

test('no camera shows a blue sky while a storm is within earshot', () => {
  const world = createWorld(2026)
  const scenes = demoStations().flatMap(station =>
    Array.from({ length: 144 }, (_, step) => sceneAt(world, station, noon.timeMs + step * 600_000)),
  )
  const stormy = scenes.filter(({ thunder }) => thunder !== 'none')
  expect(stormy.length).toBeGreaterThan(5)
  expect(Math.min(...stormy.map(({ cloud }) => cloud))).toBeGreaterThan(0.9)
})
