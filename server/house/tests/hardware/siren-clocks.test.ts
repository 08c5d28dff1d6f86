import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { getHardwareData } from '#contract/devices/hardware'
import { listUnprotected } from '#contract/devices/protection'
import { addLocation } from '#contract/places/locations'
import { minuteMs, secondMs } from '#server/platform/clock'
import { norman, sirenWorld, soon, soundsOf, type SirenWorld } from './sirens.testing.ts'

/** How many seconds each clock is ahead. The last two are correct when they connect. */
const offs = [-20, 20, -3600, 3600, -1_700_000_000]
const jumps = [-3600, 20]
const clocks = new Map<string, number>()
let world: SirenWorld

const nameOf = (kind: string, seconds: number) =>
  `${kind}-${seconds < 0 ? 'slow' : 'fast'}-${Math.abs(seconds)}`

beforeAll(async () => {
  world = await sirenWorld()
  for (const kind of ['session', 'old'])
    for (const seconds of [...offs, 'jump-1', 'jump-2'] as const) {
      const device = typeof seconds === 'number' ? nameOf(kind, seconds) : `${kind}-${seconds}`
      clocks.set(device, typeof seconds === 'number' ? seconds : 0)
      await world.connect(device, 'OWS', {
        clockOffMs: () => (clocks.get(device) ?? 0) * secondMs,
        isWithoutSessions: kind === 'old',
      })
    }
}, 60_000)
afterAll(() => world.close())

it("sounds every warning and every all clear, whatever the sirens' clocks show", async () => {
  const { cover, strike, clock, units } = world
  const heardBy = () =>
    Object.fromEntries([...units].map(([name, { heard: received }]) => [name, soundsOf(received)]))
  const all = (sounds: string[]) => Object.fromEntries([...units.keys()].map(name => [name, sounds]))
  const jump = (seconds: number) =>
    [...clocks.keys()].filter(name => name.includes('jump')).forEach(name => clocks.set(name, seconds))
  await cover()
  jump(jumps[0] ?? 0)
  const struckMs = clock.now().getTime()
  await strike()
  await vi.waitFor(() => expect(heardBy()).toEqual(all(['warning'])), soon)
  // Measured in the sirens' time, which is the server's, not by how long the requests took.
  for (const [name, { heard }] of units)
    expect((heard[0]?.sinceMs ?? NaN) - struckMs, name).toBeLessThan(8000)

  clock.advance(31 * minuteMs)
  await world.signInAgain()
  jump(jumps[1] ?? 0)
  await vi.waitFor(async () => {
    await cover()
    expect(heardBy()).toEqual(all(['warning', 'all clear']))
  }, soon)

  // The record has the time we received it, not the time the sirens' clocks show.
  for (const [name, { id }] of units)
    await vi.waitFor(async () => {
      const { activations } = await world.asked(getHardwareData, { params: { id: String(id) } })
      const allClear = activations.find(({ kind, state }) => kind === 'all clear' && state === 'started')
      const waitedMs = Date.parse(allClear?.answeredAt ?? '') - Date.parse(allClear?.issuedAt ?? '')
      expect([name, waitedMs >= 0 && waitedMs < 15_000]).toEqual([name, true])
    }, soon)
}, 60_000)

it('shows a clock that is off, and notifies administrators before there is a storm', async () => {
  const location = {
    label: 'Stadium',
    locationName: 'Norman, OK',
    ...norman,
    organizationLocationId: world.placeId,
  }
  const rings = { radius1: 8, radius2: 0, radius3: 0, radius4: 0, allClearMinutes: 30, flags: 0 }
  await world.asked(addLocation, { body: { ...location, ...rings } })
  await vi.waitFor(async () => {
    const slow = await world.hardwareNamed('session-slow-20')
    expect(slow.clockAheadSeconds).toBeGreaterThan(-22)
    expect(slow.clockAheadSeconds).toBeLessThan(-19)
    expect(slow.notProtected).toBeNull()
  }, soon)
  const reported = await world.asked(listUnprotected, {})
  const slow = reported.find(({ sirenName }) => sirenName === 'old-fast-3600')
  expect(slow).toMatchObject({ isNotice: true, because: 'The siren’s clock is 60 minutes fast' })
})
