import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Advisory } from '#domain/advisories/advisory'
import type { ProactiveForecast } from '#domain/forecasts/forecast'
import { hourMs, minuteMs } from '#server/platform/clock'
import { middleOfADay } from '#server/platform/clock.testing'
import { storeOnlyChannel, type DeliveryChannel } from './channels/channel.ts'
import { openNotifyingWorld } from './notifying.testing.ts'

const { store, clock, world } = await openNotifyingWorld()
beforeEach(() => clock.reset())
afterAll(() => store.close())

const dispatch = (email: DeliveryChannel = storeOnlyChannel) => world.send({ email })

describe('a weather service alert', () => {
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
    world.keeping.changes.commit(async (tx, appendFact) => {
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
      appendFact(kind, { customerId: null, subject: `advisory ${whole.id}`, body })
    })

  it('is sent once to each person with a place in it, whatever its updates, and so is its early end', async () => {
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
      'Canceled: Tornado Warning, Stadium',
    ])
  })

  it('gives its end in the reader’s and the place’s local time when they differ', async () => {
    const person = await world.person({ time_zone: 'EST' })
    await say('advisory issued', { id: 'z1', continuity: 'OUN.TO.W.0009.2026' })
    await world.tell()
    const [concern] = await world.concerns(person)
    expect(concern?.message).toMatch(/^Tornado Warning for Stadium until (\d+):22 PM EST \(\d+:22 PM CST\)\./)
  })

  it('links to the dashboard only for people who can sign in', async () => {
    const [person, listener] = [await world.person(), await world.person({}, 'NotificationOnly')]
    await say('advisory issued', { id: 'y1', continuity: 'OUN.TO.W.0010.2026' })
    await world.tell()
    expect((await world.deliveries(person))[0]?.link).toBe(`/?location=${person.locationId}`)
    expect((await world.deliveries(listener))[0]).toMatchObject({ link: null })
  })

  it('that expires as announced sends nothing more', async () => {
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

  it('withheld because of alert times is sent when they begin, only to the people affected, if still in force', async () => {
    const [early, awake] = [await world.person(), await world.person()]
    await sql`update users set alert_times_enabled = false where id = ${awake.id}`.execute(store.db)
    clock.advance(14 * hourMs) // 2:22 AM
    const ends = { onsetMs: clock.now().getTime(), expiresMs: clock.now().getTime() + 8 * hourMs }
    await say('advisory issued', {
      id: 'c1',
      continuity: 'OUN.FF.A.0001.2026',
      event: 'Flood Watch',
      ...ends,
    })
    const over = { id: 'd1', continuity: 'OUN.TO.W.0003.2026' }
    await say('advisory issued', { ...over, ...ends })
    await world.tell()
    await say('advisory ended', over)
    await world.tell()
    await world.tellLate()
    expect(await world.deliveries(early)).toEqual([])
    clock.advance(3 * hourMs)
    await world.tellLate()
    clock.advance(20 * minuteMs)
    await world.tellLate()
    await dispatch()
    expect((await world.deliveries(early)).map(({ subject }) => subject)).toEqual(['Flood Watch: Stadium'])
    expect((await world.deliveries(awake)).map(({ subject }) => subject)).toEqual([
      'Flood Watch: Stadium',
      'Tornado Warning: Stadium',
    ])
  })

  it('that is updated while it waits to be sent is still sent', async () => {
    const person = await world.person()
    const about = { continuity: 'OUN.TO.W.0004.2026' }
    await say('advisory issued', { ...about, id: 'e1' })
    await world.tell()
    await dispatch({ ...storeOnlyChannel, deliver: async () => ({ kind: 'try-again', because: 'busy' }) })
    await say('advisory issued', { ...about, id: 'e2' })
    await world.tell()
    clock.advance(minuteMs)
    await dispatch()
    expect(await world.deliveries(person)).toMatchObject([{ state: 'kept' }])
  })

  it('that is over before anyone could be notified is sent to no one', async () => {
    const person = await world.person()
    await say('advisory issued', { id: 'f1', continuity: 'OUN.TO.W.0005.2026' })
    clock.advance(2 * hourMs)
    await world.tell()
    expect(await world.concerns(person)).toEqual([])
  })
})

describe('a message from the meteorologists', () => {
  const message = (id: string, createdMs: number) => ({
    id,
    headline: `Outlook ${id}`,
    message: 'Windy.',
    createdMs,
  })
  const forecast: ProactiveForecast = {
    id: 'f',
    source: 'office',
    type: { name: 'Outlook', color: '#fff' },
    expiresMs: middleOfADay + hourMs,
    areas: [{ latitude: 35.2, longitude: -97.4, radiusMiles: 5 }],
    messages: [message('morning', middleOfADay - hourMs), message('noon', middleOfADay)],
  }
  const say = (messageId: string) =>
    world.keeping.changes.commit(async (_tx, appendFact) => {
      const body = { source: 'office', forecastId: 'f', messageId }
      appendFact('proactive forecast issued', { customerId: null, subject: 'forecast f', body })
    })

  it('that a newer one already replaced is sent to no one', async () => {
    const person = await world.person()
    await sql`insert into proactive_forecasts (source, id, forecast, expires_at)
      values ('office', 'f', ${JSON.stringify(forecast)}::jsonb, ${new Date(forecast.expiresMs)})`.execute(
      store.db,
    )
    await say('morning')
    await say('noon')
    await world.tell()
    const kept = await world.deliveries(person)
    expect(kept.map(({ subject }) => subject)).toEqual(['Outlook noon: Stadium'])
    expect(kept.map(({ sealed_text }) => world.secrets.open(sealed_text))).toEqual([
      'Outlook noon.\n\nWindy.',
    ])
  })
})
