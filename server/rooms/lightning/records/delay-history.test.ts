import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillPath, type Asked } from '#contract/call'
import { createFeedKey, delaysCsv, delaySummary, getDelaySummary } from '#contract/weather/lightning'
import { updateProfile } from '#contract/people/users'
import { insertLocation } from '#server/rooms/locations/index'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { addEvidence } from './evidence.ts'
import { sourceIdOf } from '#server/rooms/feed-keys/index'
import { appendToLog } from '#server/rooms/lightning/store/log'
import { closeDelays, insertDelays } from '#server/rooms/lightning/store/delays'

/** Noon in Chicago, two days after a 25-hour day. */
const now = new Date('2026-11-03T18:00:00Z')
const at = (text: string) => new Date(text)

let world: TestHouse
let owner: TestPerson

beforeAll(async () => {
  world = await testHouse({ clock: { now: () => now, monotonicMs: () => 0 } })
  owner = await world.person({ role: 'Customer', customerId: await world.customer() })
})
afterAll(() => world.close())

const transaction = () => world.house.store.db.transaction()

async function addPlace(label = 'Field', created = '2026-01-01T00:00:00Z'): Promise<number> {
  const { id } = await transaction().execute(tx =>
    insertLocation(tx, {
      customer_id: owner.customerId,
      user_id: owner.id,
      organization_location_id: null,
      label,
      address: 'Somewhere',
      latitude: 40,
      longitude: -100,
      radius1: 8,
      radius2: 16,
      radius3: 0,
      radius4: 0,
      all_clear_minutes: 30,
      flags: 0,
      forecast_location: false,
      is_given: false,
      created_at: at(created),
      updated_at: at(created),
    }),
  )
  return id
}

interface NewDelay {
  readonly locationId: number
  readonly ring?: number
  readonly label?: string
  readonly opened: string
  /** Omitted while the delay is running. */
  readonly closed?: string
  readonly strikeTimes?: readonly string[]
}

async function addDelay({
  locationId,
  ring = 1,
  label = 'Field',
  opened,
  closed,
  strikeTimes = [],
}: NewDelay) {
  return transaction().execute(async tx => {
    const delay = {
      customer_id: owner.customerId,
      user_id: owner.id,
      location_id: locationId,
      location_label: label,
      ring,
      radius_miles: ring * 8,
      all_clear_minutes: 30,
      opened_at: at(opened),
      ends_at: at(closed ?? opened),
      strikes: strikeTimes.length,
      simulated: false,
    }
    const [{ id } = { id: 0 }] = await insertDelays(tx, [delay])
    const [first, ...more] = strikeTimes
    const evidence = [
      { at: now, kind: 'opened' as const, facts: { strike: first === undefined ? null : { time: first } } },
      ...more.map(time => ({ at: now, kind: 'extended' as const, facts: { time } })),
    ]
    await addEvidence(tx, [{ delayId: id, evidence }], new Map())
    if (closed !== undefined) await closeDelays(tx, 'system', [id], at(closed))
    return id
  })
}

async function summarized(id: number, query: Asked<typeof getDelaySummary>['query'] = {}, as = owner) {
  const { body } = await world.ask(getDelaySummary, { params: { id: String(id) }, query }, as)
  return delaySummary.parse(body.data)
}

async function table(id: number, query = '') {
  const reply = await world.house.http.inject({
    url: fillPath(delaysCsv.path, { id }) + query,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  const [names = '', ...lines] = reply.body.trimEnd().split('\r\n')
  return { reply, names, lines }
}

describe('the summary of delays', () => {
  it('counts overlapping ring delays once over 30 local calendar days, and names each ring', async () => {
    const locationId = await addPlace()
    const opened = '2026-11-01T04:30:00Z' // half an hour before midnight in Chicago
    await addDelay({ locationId, opened: '2026-10-01T00:00:00Z', closed: '2026-10-01T01:00:00Z' }) // too long ago
    await addDelay({ locationId, ring: 1, opened, closed: '2026-11-01T05:10:00Z' })
    await addDelay({ locationId, ring: 2, opened, closed: '2026-11-01T05:40:00Z' })
    await addDelay({ locationId, opened: '2026-11-03T17:50:00Z' })
    const summary = await summarized(locationId)
    expect(summary).toMatchObject({
      from: '2026-10-05T05:00:00.000Z',
      to: '2026-11-03T18:00:00.000Z',
      timeZone: 'America/Chicago',
      delays: 3,
      delayedSeconds: 70 * 60 + 10 * 60,
      running: true,
      longest: { ring: 2, closed: '2026-11-01T05:40:00.000Z' },
    })
    expect(summary.perDay).toHaveLength(30)
    expect(
      summary.perDay.slice(-4).map(({ day, delays, delayedSeconds }) => [day, delays, delayedSeconds]),
    ).toEqual([
      ['2026-10-31', 2, 1800],
      ['2026-11-01', 2, 2400],
      ['2026-11-02', 0, 0],
      ['2026-11-03', 1, 600],
    ])
  })

  it('lists the five newest delays, and the nearest ring first within one storm', async () => {
    const locationId = await addPlace()
    for (const hour of ['10', '11', '12']) {
      const [opened, closed] = [`2026-11-02T${hour}:00:00Z`, `2026-11-02T${hour}:30:00Z`]
      await addDelay({ locationId, ring: 2, opened, closed })
      await addDelay({ locationId, ring: 1, opened, closed })
    }
    const { latest } = await summarized(locationId)
    expect(latest.map(({ opened, ring }) => `${opened.slice(11, 13)} ring ${ring}`)).toEqual([
      '12 ring 1',
      '12 ring 2',
      '11 ring 1',
      '11 ring 2',
      '10 ring 1',
    ])
  })

  it('splits days at the location’s own midnight, whatever the viewer’s time zone', async () => {
    const locationId = await addPlace()
    const admin = await world.person({ role: 'Admin', customerId: owner.customerId })
    const profile = { firstName: 'A', lastName: 'B', email: admin.email, phoneNumber: null }
    await world.ask(updateProfile, { body: { ...profile, timeZone: 'Asia/Kolkata' } }, admin)
    await addDelay({ locationId, opened: '2026-11-03T05:00:00Z', closed: '2026-11-03T05:30:00Z' }) // 11 PM
    const days = async (as: TestPerson) =>
      (await summarized(locationId, { days: '3' }, as)).perDay
        .filter(day => day.delays > 0)
        .map(({ day }) => day)
    expect(await days(owner)).toEqual(['2026-11-02'])
    expect(await days(admin)).toEqual(['2026-11-02'])
  })

  it('reports how long nothing was proven: while feeds were silent or before the location existed', async () => {
    const support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
    const key = async (provesAbsence: boolean) => {
      const { body } = await world.ask(createFeedKey, { body: { name: 'A network', provesAbsence } }, support)
      return sourceIdOf((body.data as { id: number }).id)
    }
    const [trusted, other] = [await key(true), await key(false)]
    await transaction().execute(async tx => {
      const heardMs = now.getTime()
      const span = {
        fromMs: at('2026-11-02T00:00:00Z').getTime(),
        toMs: at('2026-11-03T16:00:00Z').getTime(),
        heardMs,
      }
      await appendToLog(
        tx,
        [],
        [
          { source: trusted, ...span },
          { source: other, fromMs: 0, toMs: heardMs, heardMs }, // this source covers only one county
        ],
      )
    })
    const unknown = async (created: string) =>
      (await summarized(await addPlace('Field', created), { days: '2' })).perDay.map(
        day => day.unknownSeconds,
      )
    const today = 2 * 3600
    expect(await unknown('2026-01-01T00:00:00Z')).toEqual([0, today])
    expect(await unknown('2026-11-02T07:00:00Z')).toEqual([3600, today])
    const year = await summarized(await addPlace(), { days: '366' })
    expect(year.perDay[0]).toMatchObject({ day: '2025-11-03', unknownSeconds: null })
    expect(year.unknownSeconds).toBeNull()
  })

  it('is empty when there were no delays, and enforces its limits', async () => {
    const id = await addPlace()
    expect(await summarized(id)).toMatchObject({ delays: 0, delayedSeconds: 0, longest: null, latest: [] })
    for (const days of ['0', '367', '1.5', '-1', '']) {
      const { status, body } = await world.ask(
        getDelaySummary,
        { params: { id: String(id) }, query: { days } },
        owner,
      )
      expect(status, days).toBe(400)
      expect(Object.keys(body.responseException?.errors ?? {})).toEqual(['Days'])
    }
  })
})

describe('the table of delays', () => {
  it('has one line per delay, in UTC and local time, and contains no formulas', async () => {
    const label = '=Stadium, "North"'
    const locationId = await addPlace(label)
    const strikeTimes = ['2026-11-01T05:30:00.000Z', '2026-11-01T06:31:00.000Z', '2026-11-01T06:02:00.000Z']
    const ended = await addDelay({
      locationId,
      label,
      opened: '2026-11-01T05:30:00Z',
      closed: '2026-11-01T07:01:15Z',
      strikeTimes,
    })
    const running = await addDelay({ locationId, label, ring: 2, opened: '2026-11-03T17:50:00Z' })
    const { reply, names, lines } = await table(locationId)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toContain(
      'attachment; filename="Delays _Stadium_ _North_ 2026-10-05 to 2026-11-03.csv"',
    )
    expect(names).toBe(
      'delayId,location,ring,radiusMiles,allClearMinutes,openedUtc,openedLocal,closedUtc,closedLocal,timeZone,' +
        'durationMinutes,strikes,firstStrikeUtc,lastStrikeUtc,weather',
    )
    const place = `"'=Stadium, ""North"""`
    expect(lines).toEqual([
      // Clocks went back during this delay.
      `${ended},${place},1,8,30,2026-11-01T05:30:00.000Z,2026-11-01T00:30:00-05:00,2026-11-01T07:01:15.000Z,` +
        `2026-11-01T01:01:15-06:00,America/Chicago,91.3,3,2026-11-01T05:30:00.000Z,2026-11-01T06:31:00.000Z,real`,
      `${running},${place},2,16,30,2026-11-03T17:50:00.000Z,2026-11-03T11:50:00-06:00,running,running,` +
        `America/Chicago,,0,,,real`,
    ])
  })

  it('goes back as far as requested and is never truncated', async () => {
    const locationId = await addPlace()
    for (let day = 10; day < 30; day += 1) {
      for (const ring of [1, 2, 3, 4]) {
        const [opened, closed] = [`2026-09-${day}T12:00:00Z`, `2026-09-${day}T12:30:00Z`]
        await addDelay({ locationId, ring, opened, closed })
      }
    }
    expect((await table(locationId)).lines).toHaveLength(0)
    const { lines } = await table(locationId, '?days=60')
    expect(lines).toHaveLength(80)
    expect(lines[0]).toContain('2026-09-10')
  })
})
