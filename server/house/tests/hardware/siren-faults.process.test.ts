import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { getHardwareData } from '#contract/devices/hardware'
import { sendPaMessage } from '#contract/devices/public-address'
import { testDelay, turnOffTests, updateSiren } from '#contract/devices/sirens'
import { defaultSounds } from '#domain/hardware/siren-settings'
import { minuteMs } from '#server/platform/clock'
import { sirenWorld, soon, soundsOf, type SirenWorld } from './sirens.testing.ts'

let world: SirenWorld
const path = process.env['PATH'] ?? ''

/** Installs a voice program that takes longer than anyone in a storm can wait. */
function useSlowVoice() {
  const folder = mkdtempSync(join(tmpdir(), 'skywarden-voice-'))
  const program = join(folder, 'espeak-ng')
  writeFileSync(program, '#!/bin/sh\nsleep 9\n')
  chmodSync(program, 0o755)
  process.env['PATH'] = `${folder}${delimiter}${path}`
}

const db = () => world.world.house.store.db
const allDay = [0, 1, 2, 3, 4, 5, 6].map(day => ({
  day: day as 0,
  startTime: '00:00:00',
  endTime: '00:00:00',
  allDay: true,
  enabled: true,
}))
async function speaks(id: number, postWarnMessage: string) {
  const { warning, allClear } = defaultSounds
  await world.asked(updateSiren, {
    body: {
      sirenId: id,
      duration: warning.seconds,
      frequency: warning.times,
      allClearDuration: allClear.seconds,
      allClearFrequency: allClear.times,
      postWarnMessage,
      postAllClearMessage: '',
      alertTimes: allDay,
    },
  })
}
/** Ends the danger, so the next test starts fresh. */
async function clearUp() {
  world.clock.advance(31 * minuteMs)
  await world.signInAgain()
  await vi.waitFor(async () => {
    await world.cover()
    const { rows } = await sql`select id from siren_alarms where ended_at is null`.execute(db())
    expect(rows).toEqual([])
    for (const { heard: received } of world.units.values())
      expect(soundsOf(received).at(-1)).toBe('all clear')
  }, soon)
  for (const { heard: received } of world.units.values()) received.splice(0)
}

beforeAll(async () => {
  world = await sirenWorld()
  for (const name of ['first', 'second', 'third']) await world.connect(`${name}-siren`)
})
afterEach(() => {
  process.env['PATH'] = path
})
afterAll(async () => {
  await world.close()
})

it('warns by every other siren when the state of one cannot be saved, and by that one when it can', async () => {
  const first = world.units.get('first-siren')
  await sql`update devices set time_zone = 'No/Where' where id = ${first?.id}`.execute(db())
  await world.cover()
  await world.strike()
  await vi.waitFor(() => {
    for (const name of ['second-siren', 'third-siren'])
      expect(soundsOf(world.units.get(name)?.heard ?? [])).toEqual(['warning'])
  }, soon)
  expect(first?.heard).toEqual([])
  await sql`update devices set time_zone = 'America/Chicago' where id = ${first?.id}`.execute(db())
  await vi.waitFor(() => expect(soundsOf(first?.heard ?? [])).toEqual(['warning']), soon)
  await clearUp()
}, 60_000)

it('does not wait for a voice', async () => {
  useSlowVoice()
  for (const { id } of world.units.values()) await speaks(id, `Seek shelter now, near unit ${id}.`)
  await world.cover()
  const struckMs = world.clock.now().getTime()
  await world.strike()
  await vi.waitFor(() => {
    for (const { heard: received } of world.units.values()) expect(soundsOf(received)).toEqual(['warning'])
  }, soon)
  for (const { heard } of world.units.values())
    expect((heard[0]?.sinceMs ?? NaN) - struckMs).toBeLessThan(4000)
  expect(world.units.get('third-siren')?.heard[0]?.speech?.text).toContain('Seek shelter now')
  await clearUp()
}, 60_000)

it('accepts a reply that could not be stored when the device repeats it', async () => {
  const { id, unit, heard: received } = world.units.get('first-siren') ?? (await world.connect('first-siren'))
  await sql`create function refuse_answer() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`.execute(db())
  await sql`create trigger refuse_answer before update of state on device_commands for each row
    when (new.state in ('started', 'finished')) execute function refuse_answer()`.execute(db())
  await world.cover()
  await world.strike()
  await vi.waitFor(() => expect(soundsOf(received)).toEqual(['warning']), soon)
  const commandId = unit.memory().kept.answers.at(-1)?.commandId
  // Waits until the server has given up storing the answer.
  await new Promise(resolve => setTimeout(resolve, 5000))
  await sql`drop trigger refuse_answer on device_commands`.execute(db())
  world.clock.advance(minuteMs)
  await vi.waitFor(async () => {
    const { activations } = await world.asked(getHardwareData, { params: { id: String(id) } })
    expect(activations.find(each => each.id === commandId)?.state).toMatch(/started|finished/)
  }, soon)
  await clearUp()
}, 60_000)

it('does not let a device speak after a person was informed that it did not respond', async () => {
  const { id, unit, heard: received } = await world.connect('sleepy-pa', 'PA')
  await unit.setFault('asleep', true)
  const body = { pAList: [id], message: 'The gates are open.', repeatCount: 1 }
  const { status, body: reply } = await world.world.ask(sendPaMessage, { body }, world.admin())
  expect([status, reply.responseException?.message]).toEqual([
    502,
    'Nothing was announced. The unit did not respond.',
  ])
  await unit.setFault('asleep', false)
  expect(unit.memory()).toMatchObject({ sound: null, kept: { counter: 0 } })
  expect(unit.memory().kept.disbelieved).toBeGreaterThan(0)
  expect(received).toEqual([])
}, 60_000)

it('shows a light that a test left on as a running test, even while a message is spoken', async () => {
  const { id, unit } = world.units.get('second-siren') ?? (await world.connect('second-siren'))
  await world.cover()
  await vi.waitFor(async () => {
    expect((await world.world.ask(testDelay, { body: [id] }, world.admin())).status).toBe(200)
  }, soon)
  world.clock.advance(minuteMs)
  await vi.waitFor(async () => {
    expect(await world.hardwareNamed('second-siren')).toMatchObject({
      doing: 'light',
      isTest: true,
      isTestLit: true,
    })
  }, soon)
  await world.asked(sendPaMessage, { body: { pAList: [id], message: 'Hello.', repeatCount: 1 } })
  await vi.waitFor(async () => {
    expect(await world.hardwareNamed('second-siren')).toMatchObject({ doing: 'speaking', isTestLit: true })
  }, soon)
  expect(unit.memory().kept.light?.isTest).toBe(true)
  await world.asked(turnOffTests, { body: [id] })
  await vi.waitFor(async () => {
    expect(await world.hardwareNamed('second-siren')).toMatchObject({ isTest: false, isTestLit: false })
  }, soon)
}, 60_000)
