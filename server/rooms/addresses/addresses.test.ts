import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkRestriction, reverseLookup, searchAddress } from '#contract/places/locations'
import { testHouse, withoutPast, type TestHouse, type TestPerson } from '#server/house/testing'

let world: TestHouse
let person: TestPerson

beforeAll(async () => {
  const worldExtent = { ...withoutPast, sources: [] }
  world = await testHouse({ environment: { SKYWARDEN_FEEDS: 'simulated' }, worldExtent })
  person = await world.person({ role: 'Customer', customerId: await world.customer() })
})
afterAll(() => world.close())

describe('the restriction before a location is added', () => {
  it.each([
    [35.2, -97.4, false],
    [61.2, -149.9, true],
    [49.9, -97.1, true],
  ])('at %d, %d shows a dialog: %s', async (Latitude, Longitude, display) => {
    const answer = await world.ask(checkRestriction, { body: { Latitude, Longitude } }, person)
    const reported = answer.body.data as { title: string; message: string; display: boolean }
    expect(reported.display).toBe(display)
    expect(reported.title !== '' && reported.message !== '').toBe(display)
  })
})

describe('addresses', () => {
  it('can be searched', async () => {
    const answer = await world.ask(searchAddress, { query: { text: 'Norman, Oklahoma' } }, person)
    expect(answer.body.data).toEqual([
      { name: 'Norman', address: 'Norman, OK', latitude: 35.22257, longitude: -97.43948 },
    ])
  })

  it('are found for coordinates', async () => {
    const ask = (latitude: string, longitude: string) =>
      world.ask(reverseLookup, { query: { latitude, longitude } }, person)
    expect((await ask('35.25', '-97.48')).body.data).toMatchObject({
      address: 'Norman, OK',
      description: '3.0 mi NW of Norman, OK',
      distanceMiles: expect.closeTo(2.97, 1) as number,
    })
    expect((await ask('0', '-160')).body.data).toBeNull()
    const wrong = await ask('91', 'west')
    expect(wrong.status).toBe(400)
    expect(wrong.body.responseException?.errors).toEqual({
      Latitude: ['must be from -90 to 90'],
      Longitude: ['must be degrees'],
    })
  })
})
