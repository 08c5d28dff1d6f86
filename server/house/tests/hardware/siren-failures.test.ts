import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { getHardwareData } from '#contract/devices/hardware'
import { listUnprotected } from '#contract/devices/protection'
import { addLocation, listLocations } from '#contract/places/locations'
import { testDelay, testLight, turnOffTests } from '#contract/devices/sirens'
import { minuteMs } from '#server/platform/clock'
import { norman, sirenWorld, soon, soundsOf, type SirenWorld } from './sirens.testing.ts'

let world: SirenWorld

beforeAll(async () => {
  world = await sirenWorld()
  await world.connect('mute-siren')
  await world.connect('well-siren')
  await world.connect('gone-siren')
})
afterAll(() => world.close())

/** Returns the unprotected sirens as seen by someone who has the place on the dashboard. */
async function reported() {
  const { asked, placeId } = world
  const seen = await asked(listUnprotected, {})
  if (seen.length > 0 || (await asked(listLocations, {})).length > 0)
    return Object.fromEntries(seen.map(each => [each.sirenName, each.because]))
  const location = {
    label: 'Stadium',
    locationName: 'Norman, OK',
    ...norman,
    organizationLocationId: placeId,
  }
  const rings = { radius1: 8, radius2: 0, radius3: 0, radius4: 0, allClearMinutes: 30, flags: 0 }
  await asked(addLocation, { body: { ...location, ...rings } })
  throw new Error('It is only now on the dashboard')
}

/**
 * Waits until the server knows that the siren is sounding, because any unanswered command expires when the clock is
 * moved.
 */
async function storm() {
  await world.cover()
  await world.strike()
  const id = String(world.units.get('well-siren')?.id)
  await vi.waitFor(async () => {
    expect(soundsOf(world.units.get('well-siren')?.heard ?? []).at(-1)).toBe('warning')
    const { activations } = await world.asked(getHardwareData, { params: { id } })
    expect(activations[0]).toMatchObject({ kind: 'warn', state: 'started' })
  }, soon)
}
async function allClear() {
  world.clock.advance(31 * minuteMs)
  await world.signInAgain()
  await vi.waitFor(async () => {
    await world.cover()
    expect(soundsOf(world.units.get('well-siren')?.heard ?? []).at(-1)).toBe('all clear')
    const { rows } = await sql`select id from siren_alarms where ended_at is null`.execute(
      world.world.house.store.db,
    )
    expect(rows).toEqual([])
  }, soon)
}

it('shows that a siren failed its last warning, until it has sounded again', async () => {
  const mute = world.units.get('mute-siren')
  const gone = world.units.get('gone-siren')
  // The siren reports every minute that it is healthy, but confirms no command.
  await mute?.unit.setFault('forged signature', true)
  await gone?.unit.setFault('offline', true)
  await vi.waitFor(async () => expect((await world.hardwareNamed('gone-siren')).isOnline).toBe(false), soon)
  await storm()
  await allClear()
  await gone?.unit.setFault('offline', false)
  await mute?.unit.setFault('forged signature', false)
  const failed = { 'mute-siren': 'Failed its last warning: it did not respond' }
  const missed = { 'gone-siren': 'Failed its last warning: it could not be reached' }
  await vi.waitFor(async () => expect(await reported()).toEqual({ ...failed, ...missed }), soon)
  world.clock.advance(minuteMs)
  await world.cover()
  expect((await world.hardwareNamed('mute-siren')).notProtected).toBe(failed['mute-siren'])

  // A working light proves nothing about the siren.
  const id = mute?.id ?? 0
  await world.asked(testLight, { body: [id] })
  await world.asked(turnOffTests, { body: [id] })
  expect(await reported()).toEqual({ ...failed, ...missed })
  expect(await world.asked(testDelay, { body: [id] })).toMatchObject([{ status: 1 }])
  await vi.waitFor(async () => expect(await reported()).toEqual(missed), soon)
  await world.asked(turnOffTests, { body: [id] })

  // Sounding for another danger also clears the failure.
  await storm()
  await allClear()
  await vi.waitFor(async () => expect(await reported()).toEqual({}), soon)
}, 90_000)

it('is not shown as sounding once it is disconnected', async () => {
  await storm()
  await vi.waitFor(async () => {
    expect(await world.hardwareNamed('well-siren')).toMatchObject({ doing: 'warning', isOnline: true })
  }, soon)
  await world.units.get('well-siren')?.unit.setFault('offline', true)
  await vi.waitFor(async () => {
    expect(await world.hardwareNamed('well-siren')).toMatchObject({ doing: 'nothing', isOnline: false })
  }, soon)
}, 60_000)
