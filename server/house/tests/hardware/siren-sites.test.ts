import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listDevices, registerDevice, updateDevice } from '#contract/devices/device-register'
import { listUnprotected } from '#contract/devices/protection'
import { addLocation, linkSite, listOrganizationLocations } from '#contract/places/locations'
import { addGroup } from '#contract/people/groups'
import { listPaUnits } from '#contract/devices/public-address'
import { getSiren, updateSiren } from '#contract/devices/sirens'
import { weekdays } from '#domain/alert-times/alert-times'
import { hourMs, secondMs } from '#server/platform/clock'
import { norman, sirenWorld, soon, soundsOf, type SirenWorld } from './sirens.testing.ts'

let world: SirenWorld

beforeAll(async () => {
  world = await sirenWorld()
})
afterAll(() => world.close())

const wanted = (device: string, more: object = {}) => ({
  customerId: world.customerId,
  device,
  name: device,
  model: 'OWS' as const,
  ...norman,
  organizationLocationId: world.placeId,
  ...more,
})
const timesOf = async (id: number) => (await world.asked(getSiren, { params: { id: String(id) } })).alertTimes

it('rejects a siren farther from its location than its ring reaches, unless that is intended', async () => {
  const far = { latitude: 10, longitude: 10 }
  const refused = await world.world.ask(registerDevice, { body: wanted('far-siren', far) }, world.support())
  expect(refused.status).toBe(400)
  expect(refused.body.responseException?.errors?.['IsFarConfirmed']?.[0]).toMatch(
    /^This is [\d,]+ miles from Norman Stadium, and the siren’s ring reaches 8 miles/,
  )
  const { id } = await world.askedOfSupport(registerDevice, {
    body: wanted('far-siren', { ...far, isFarConfirmed: true }),
  })

  // A correction is checked in the same way, and the ring moves with it.
  const body = { name: 'far-siren', organizationLocationId: world.placeId }
  const params = { id: String(id) }
  const moving = await world.world.ask(
    updateDevice,
    { params, body: { ...body, latitude: 36, longitude: -97 } },
    world.support(),
  )
  expect(moving.status).toBe(400)
  const moved = await world.askedOfSupport(updateDevice, { params, body: { ...body, ...norman } })
  expect(moved).toMatchObject({ ...norman, id })
  expect(await world.hardwareNamed('far-siren')).toMatchObject({ ...norman, timeZoneId: 'America/Chicago' })
})

it('returns with an organization location how far its sirens reach', async () => {
  await world.connect('reaching-siren')
  const places = await world.asked(listOrganizationLocations, {})
  const place = places.find(({ id }) => id === world.placeId)
  expect(place).toMatchObject({ label: place?.name, sirenSettings: { radius: 8 } })
})

it('accepts a minimum number of repeats for a device, and public address uses it', async () => {
  const { id } = await world.connect('speaking-siren')
  const correct = (more: object) =>
    world.world.ask(
      updateDevice,
      {
        params: { id: String(id) },
        body: { name: 'speaking-siren', ...norman, organizationLocationId: world.placeId, ...more },
      },
      world.support(),
    )
  expect((await correct({ defaultPlayCount: 3 })).body.data).toMatchObject({ defaultPlayCount: 3 })
  expect((await correct({})).body.data).toMatchObject({ defaultPlayCount: 3 })
  expect((await correct({ defaultPlayCount: 6 })).body.responseException?.errors).toEqual({
    DefaultPlayCount: ['must be from 1 to 5'],
  })
  const units = await world.asked(listPaUnits, {})
  expect(units.find(unit => unit.id === id)?.defaultPlayCount).toBe(3)
})

it('warns at the place a siren was moved to', async () => {
  const { id, heard: received } = await world.connect(
    'moved-siren',
    'OWS',
    {},
    {
      latitude: 40,
      longitude: -80,
      isFarConfirmed: true,
    },
  )
  const body = { name: 'moved-siren', organizationLocationId: world.placeId, ...norman }
  await world.askedOfSupport(updateDevice, { params: { id: String(id) }, body })
  await world.cover()
  await world.strike()
  await vi.waitFor(() => expect(soundsOf(received)).toEqual(['warning']), soon)
}, 30_000)

it('gives a new siren the selected hours, and all hours if none were selected', async () => {
  const { id: silentlyAdded } = await world.askedOfSupport(registerDevice, { body: wanted('plain-siren') })
  expect((await timesOf(silentlyAdded)).every(({ allDay, enabled }) => allDay && enabled)).toBe(true)
  const none = await world.world.ask(
    registerDevice,
    { body: wanted('group-siren', { hours: 'groups' }) },
    world.support(),
  )
  expect(none.body.responseException?.errors?.['Hours']?.[0]).toContain('no group with alert times')

  const alertTimes = weekdays.map(day => ({
    day,
    startTime: '07:30:00',
    endTime: '18:00:00',
    allDay: false,
    enabled: day !== 0,
  }))
  const { userGroup } = await world.asked(addGroup, { body: { name: 'Athletics', alertTimes } })
  await world.asked(linkSite, { body: { organizationLocationId: world.placeId, siteId: userGroup.id } })
  const { id } = await world.askedOfSupport(registerDevice, {
    body: wanted('group-siren', { hours: 'groups' }),
  })
  expect(await timesOf(id)).toMatchObject(alertTimes.map(({ day, enabled }) => ({ day, enabled })))
  expect((await timesOf(id))[1]).toMatchObject({ startTime: '07:30:00', endTime: '18:00:00' })
})

it('is not switched off by alert times without a day; a siren with such a week is not relied on', async () => {
  const { id } = await world.connect('quiet-siren')
  const { duration, frequency, allClearDuration, allClearFrequency } = await world.asked(getSiren, {
    params: { id: String(id) },
  })
  const sounds = { duration, frequency, allClearDuration, allClearFrequency }
  const messages = { postWarnMessage: '', postAllClearMessage: '' }
  const off = { startTime: '00:00:00', endTime: '00:00:00', allDay: true, enabled: false }
  const before = await timesOf(id)
  for (const alertTimes of [[], weekdays.map(day => ({ day, ...off }))]) {
    const body = { sirenId: id, ...sounds, ...messages, alertTimes }
    const refused = await world.world.ask(updateSiren, { body }, world.admin())
    expect([refused.status, refused.body.responseException?.errors]).toEqual([
      400,
      { AlertTimes: ['Turn on at least one day. To keep the siren silent, disable it and give a reason.'] },
    ])
  }
  expect(await timesOf(id)).toEqual(before)

  // Earlier versions could save this state.
  await sql`update siren_alert_times set enabled = false where device_id = ${id}`.execute(
    world.world.house.store.db,
  )
  expect(await world.hardwareNamed('quiet-siren')).toMatchObject({
    notProtected: 'The siren’s alert times are off every day',
  })
})

it('shows wherever a siren is listed that its hours keep it silent, and warns of it in a delay', async () => {
  const { id, heard: received } = await world.connect('day-siren')
  const { name: _name, ...siren } = await world.asked(getSiren, { params: { id: String(id) } })
  const { duration, frequency, allClearDuration, allClearFrequency } = siren
  const alertTimes = weekdays.map(day => ({
    day,
    startTime: '05:00:00',
    endTime: '23:00:00',
    allDay: false,
    enabled: true,
  }))
  const sounds = { duration, frequency, allClearDuration, allClearFrequency }
  const messages = { postWarnMessage: '', postAllClearMessage: '' }
  await world.asked(updateSiren, { body: { sirenId: id, ...sounds, ...messages, alertTimes } })

  // The local time is now a quarter to two at night.
  world.clock.advance(13 * hourMs + 45 * 60 * secondMs)
  await world.signInAgain()
  const location = { label: 'Stadium', locationName: 'Norman, OK', ...norman }
  const rings = { radius1: 8, radius2: 0, radius3: 0, radius4: 0, allClearMinutes: 30, flags: 0 }
  await world.asked(addLocation, { body: { ...location, organizationLocationId: world.placeId, ...rings } })
  await vi.waitFor(async () => {
    expect(await world.hardwareNamed('day-siren')).toMatchObject({ isAlertTime: false, isOnline: true })
  }, soon)
  const listed = (await world.askedOfSupport(listDevices, {})).find(({ device }) => device === 'day-siren')
  expect(listed?.isSilentNow).toBe(true)

  received.splice(0)
  await world.cover()
  await world.strike()
  await vi.waitFor(async () => {
    const reported = (await world.asked(listUnprotected, {})).find(
      ({ sirenName }) => sirenName === 'day-siren',
    )
    expect(reported).toMatchObject({ because: 'The siren does not sound at this hour', isNotice: false })
  }, soon)
  expect(received).toEqual([])
}, 60_000)
