import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceMiles } from '#domain/geo/distance'
import { createGazetteer } from './gazetteer.ts'
import { addressOf, type Town } from './towns.ts'

const gazetteer = createGazetteer()

async function found(text: string): Promise<string[]> {
  return (await gazetteer.search(text)).map(addressOf)
}

describe('searching for an address', () => {
  it.each([
    'norman',
    'Norman',
    ' NORMAN ',
    'Norman OK',
    'Norman, Oklahoma',
    'norman, ok, usa',
    'Norman, Oklahoma, United States',
    'norma',
    '1185 Asp Ave, Norman, OK 73019',
    '1185 asp ave norman ok 73019-1234',
  ])('"%s" finds Norman, OK first', async text => {
    expect((await found(text))[0]).toBe('Norman, OK')
  })

  it.each([
    ['washington', 'Washington, D.C., DC'],
    ['st louis', 'St. Louis, MO'],
    ['Saint Louis, Missouri', 'St. Louis, MO'],
    ['ft. worth', 'Fort Worth, TX'],
    ['new york', 'New York City, NY'],
    ['oklahoma city', 'Oklahoma City, OK'],
    ['Kansas City, KS', 'Kansas City, KS'],
    ['winston salem', 'Winston-Salem, NC'],
    ['coeur dalene', "Coeur d'Alene, ID"],
    ['paris', 'Paris, France'],
    ['paris tx', 'Paris, TX'],
    ['são paulo', 'São Paulo, Brazil'],
    ['sao paulo', 'São Paulo, Brazil'],
    ['Toronto, Canada', 'Toronto, Canada'],
  ])('"%s" finds %s first', async (text, first) => {
    expect((await found(text))[0]).toBe(first)
  })

  it('matches any word of a name, and ranks larger towns first', async () => {
    const towns: Town[] = ['Lake Alpha', 'Alpha', 'Alphaville', 'Old Alpha Springs', 'Beta'].map(
      (name, at) => ({
        name,
        adminCode: 'OK',
        country: 'US',
        latitude: 35,
        longitude: -97,
        population: 1000 + at,
      }),
    )
    const small = createGazetteer(async () => towns)
    const names = (await small.search('alpha')).map(place => place.name)
    expect(names).toEqual(['Alpha', 'Alphaville', 'Old Alpha Springs', 'Lake Alpha'])
    expect((await small.search('springs alpha')).map(place => place.name)).toEqual(['Old Alpha Springs'])
  })

  it.each(['xyzzyplugh', '12345', '!?', '天気'])('finds nothing for "%s"', async text => {
    expect(await found(text)).toEqual([])
  })

  it('never fails, and never returns more than ten', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 40 }), async text => {
        expect((await gazetteer.search(text)).length).toBeLessThanOrEqual(10)
      }),
    )
  })

  it('retries after the towns could not be read', async () => {
    let tries = 0
    const shaky = createGazetteer(async () => {
      if (++tries === 1) throw new Error('The disk is gone')
      return []
    })
    await expect(shaky.search('norman')).rejects.toThrow('The disk is gone')
    expect(await shaky.search('norman')).toEqual([])
  })
})

describe('the nearest town', () => {
  it.each<[where: string, latitude: number, longitude: number, description: string | undefined]>([
    ['in the town', 35.22257, -97.43948, 'Norman, OK'],
    ['outside it', 35.25, -97.48, '3.0 mi NW of Norman, OK'],
    ['in another country', 48.9, 2.35, '0.9 mi ESE of Saint-Ouen, France'],
    ['at sea', 0, -160, undefined],
    ['at the pole', 90, 0, undefined],
  ])('%s', async (_, latitude, longitude, description) => {
    expect((await gazetteer.nearest({ latitude, longitude }))?.description).toBe(description)
  })

  it('is the nearest of all, and none beyond 60 miles, even across the date line', async () => {
    const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
    const points = fc.record({
      latitude: degrees(90),
      longitude: fc.oneof(degrees(180), fc.constantFrom(180, -180)),
    })
    const towns = fc.array(points, { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(points, towns, degrees(1), degrees(1), async (point, some, north, east) => {
        const near = {
          latitude: Math.max(-90, Math.min(90, point.latitude + north)),
          longitude: wrapped(point.longitude + east),
        }
        const places = [...some, near].map(at => ({
          ...at,
          name: 'T',
          adminCode: '',
          country: 'US',
          population: 1,
        }))
        const answer = await createGazetteer(async () => places).nearest(point)
        const least = Math.min(...places.map(place => distanceMiles(place, point) ?? Infinity))
        if (least > 60) expect(answer).toBeNull()
        else expect(answer?.distanceMiles).toBe(least)
      }),
      { numRuns: 500 },
    )
  })
})

function wrapped(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
}
