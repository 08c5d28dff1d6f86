import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Advisory } from '#domain/advisories/advisory'
import { hourMs } from '#server/platform/clock'
import { middleOfADay, shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import type { Store } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import { keeping } from './channels/channel.ts'
import { sendDue, TellingWorld } from './telling.testing.ts'

let store: Store
let clock: ShiftedClock
let world: TellingWorld

beforeAll(async () => {
  store = await freshStore()
  clock = shiftedClock(middleOfADay)
  world = await TellingWorld.open(store.db, clock)
})
beforeEach(() => clock.reset())
afterAll(() => store.close())

const dispatch = () =>
  sendDue({
    db: store.db,
    keeper: world.keeping.keeper,
    clock,
    secrets: world.secrets,
    channels: { email: keeping, sms: keeping, push: keeping },
    chance: () => 0,
  })

describe('an alert of the weather service', () => {
  const advisory: Advisory = {
    id: 'a1',
    source: 'nws',
    continuity: 'OUN.TO.W.0001.2026',
    status: 'Actual',
    messageType: 'Alert',
    event: 'Tornado Warning',
    severity: 'Extreme',
    urgency: 'Immediate',
    certainty: 'Observed',
    senderName: 'NWS Norman OK',
    headline: 'Tornado Warning until 1 PM',
    description: '',
    instruction: 'Take cover now.',
    areaDescription: 'Cleveland, OK',
    sentMs: middleOfADay,
    onsetMs: middleOfADay,
    expiresMs: middleOfADay + hourMs,
    endsMs: null,
    replaces: [],
    outlines: [
      [
        [-98, 35],
        [-97, 35],
        [-97, 36],
        [-98, 36],
        [-98, 35],
      ],
    ],
  }
  type Rows = {
    advisories: { source: string; id: string; advisory: string; heard_at: Date; ended_at: Date | null }
  }
  const say = (kind: 'advisory issued' | 'advisory ended', change: Partial<Advisory> = {}) =>
    world.keeping.changes.keep(async (tx, tell) => {
      const whole = { ...advisory, ...change }
      const ended_at = kind === 'advisory ended' ? clock.now() : null
      const row = {
        source: 'nws',
        id: whole.id,
        advisory: JSON.stringify(whole),
        heard_at: clock.now(),
        ended_at,
      }
      await tx
        .withTables<Rows>()
        .insertInto('advisories')
        .values(row)
        .onConflict(conflict => conflict.columns(['source', 'id']).doUpdateSet({ ended_at }))
        .execute()
      const body = { source: 'nws', advisoryId: whole.id, event: whole.event }
      tell(kind, { customerId: null, subject: `advisory ${whole.id}`, body })
    })

  it('is told once to each person who has a place in it, whatever its updates, and its early end too', async () => {
    const person = await world.person()
    await say('advisory issued')
    await world.tell()
    await dispatch()
    await say('advisory issued', { id: 'a2' })
    await say('advisory ended')
    await world.tell()
    await say('advisory ended', { id: 'a2' })
    await world.tell()
    await dispatch()
    expect((await world.deliveries(person)).map(({ subject }) => subject)).toEqual([
      'Tornado Warning: Stadium',
      'Cancelled: Tornado Warning, Stadium',
    ])
  })

  it('that runs out when it said it would needs no other word', async () => {
    const person = await world.person()
    const other = { id: 'b1', continuity: 'OUN.TO.W.0002.2026' }
    await say('advisory issued', other)
    await world.tell()
    await dispatch()
    clock.advance(hourMs)
    await say('advisory ended', other)
    await world.tell()
    expect((await world.deliveries(person)).map(({ subject }) => subject)).toEqual([
      'Tornado Warning: Stadium',
    ])
  })
})
