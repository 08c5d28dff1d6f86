import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFeedKey, getDelay, type LocationDelay } from '#contract/weather/lightning'
import { addLocation, deleteLocation, updateLocation, type Location } from '#contract/places/locations'
import { listOutdatedRings, listPolicies, type WirePolicy } from '#contract/places/policies'
import {
  addPolicy,
  deletePolicy,
  listPolicyStandards,
  updatePolicy,
  type ChangedPolicyInput,
  type NewPolicyInput,
  type WirePolicyStandard,
} from '#contract/places/policy-changes'
import { listViolations, listWarnings, type PolicyWarning } from '#contract/places/warnings'
import { sql } from 'kysely'
import { readActs } from '#server/platform/audit'
import { systemClock } from '#server/platform/clock'
import { testHouse, type TestAnswer, type TestHouse, type TestPerson } from '#server/house/testing'

let world: TestHouse
let support: TestPerson
let admin: TestPerson
let assistant: TestPerson
let stranger: TestPerson
let customerId: number
let grounds: number
let athletics: number
let elsewhere: number

beforeAll(async () => {
  world = await testHouse()
  support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
  customerId = await world.customer()
  grounds = await world.group(customerId, 'Grounds')
  athletics = await world.group(customerId, 'Athletics')
  const otherId = await world.customer()
  elsewhere = await world.group(otherId, 'Elsewhere')
  admin = await world.person({ role: 'Admin', customerId, groupId: grounds })
  assistant = await world.person({ role: 'AssistantAdmin', customerId, groupId: athletics })
  stranger = await world.person({ role: 'Admin', customerId: otherId, groupId: elsewhere })
})
afterAll(() => world.close())
beforeEach(() => sql`delete from policies`.execute(world.house.store.db))

const heat: NewPolicyInput = {
  policyTypeShortName: 'HEAT',
  threshold: 95,
  allClearMinutes: 60,
  reAlertMinutes: 10,
  sites: [],
  allGroups: true,
  notificationActions: [],
}
const add = (request: Partial<NewPolicyInput>, as = admin) =>
  world.ask(addPolicy, { body: { ...heat, ...request } }, as)
const errorsOf = ({ body }: TestAnswer) => body.responseException?.errors ?? {}
const policyIn = ({ body }: TestAnswer) => body.data as WirePolicy

function change({ id, ...before }: WirePolicy, request: Partial<ChangedPolicyInput>, as = admin) {
  const { threshold, allClearMinutes, reAlertMinutes, sites, allGroups, notificationActions } = before
  const kept = { id, threshold, allClearMinutes, reAlertMinutes, sites, allGroups, notificationActions }
  return world.ask(updatePolicy, { body: { ...kept, ...request } }, as)
}
const remove = ({ id }: WirePolicy, as = admin) => world.ask(deletePolicy, { params: { id: String(id) } }, as)
const listed = async (as = admin) => (await world.ask(listPolicies, {}, as)).body.data as WirePolicy[]

describe('an administrator', () => {
  it('adds, changes and deletes a policy, and each is on record', async () => {
    const added = policyIn(
      await add({
        threshold: 95.4,
        allGroups: false,
        sites: [athletics, grounds, grounds],
        notificationActions: [
          { allClear: true, message: '' },
          { allClear: false, message: ' Drink water. ' },
        ],
      }),
    )
    expect(added).toMatchObject({
      customerId,
      threshold: 95,
      policyDisplayName: 'Heat Index 95 °F or higher',
      sites: [grounds, athletics],
      standard: null,
      notificationActions: [
        { id: 1, triggerId: 1, allClear: false, message: 'Drink water.' },
        { id: 2, triggerId: 1, allClear: true, message: '' },
      ],
    })
    const changed = policyIn(
      await change(added, { threshold: 97, sites: [grounds], notificationActions: [] }),
    )
    expect(changed).toMatchObject({ id: added.id, threshold: 97, sites: [grounds], notificationActions: [] })
    expect(await listed()).toEqual([changed])
    expect((await remove(changed)).status).toBe(200)
    expect(await listed()).toEqual([])

    const acts = await readActs(world.house.store.db, customerId, { count: 3 })
    expect(acts.map(({ action }) => action)).toEqual(['policy deleted', 'policy changed', 'policy added'])
    expect(acts[1]).toMatchObject({
      target: `Heat Index 97 °F or higher (policy ${added.id})`,
      before: { threshold: 95 },
      after: { threshold: 97 },
    })
  })

  it('adds one with an empty id and without a time, which defaults to 30 minutes', async () => {
    const { allClearMinutes: _time, ...rest } = heat
    const answer = await world.ask(addPolicy, { body: { ...rest, id: '' } }, admin)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(policyIn(answer)).toMatchObject({ allClearMinutes: 30, threshold: 95 })
  })

  it('may save a policy without user groups', async () => {
    expect(policyIn(await add({ allGroups: false }))).toMatchObject({ sites: [], allGroups: false })
  })

  it.each<[string, Partial<NewPolicyInput>, string[]]>([
    ['a threshold beyond its limit', { threshold: 141 }, ['Threshold']],
    ['a time below the minimum', { allClearMinutes: 5 }, ['AllClearMinutes']],
    ['a time longer than a day', { allClearMinutes: 1441 }, ['AllClearMinutes']],
    ['a group that does not exist', { allGroups: false, sites: [999_999] }, ['Sites']],
    ['groups in addition to all groups', { sites: [1] }, ['Sites']],
    [
      'an end notification without one for the beginning',
      { notificationActions: [{ allClear: true, message: '' }] },
      ['ServerErrors'],
    ],
    ['an unknown standard', { standard: 'made up' }, ['Standard']],
    ['a standard without such a policy', { standard: 'nfhs-lightning' }, ['Standard']],
    [
      'everything at once',
      { threshold: 1, allClearMinutes: 1, sites: [1] },
      ['AllClearMinutes', 'Sites', 'Threshold'],
    ],
  ])('gets an error for %s', async (_, request, fields) => {
    const answer = await add(request)
    expect(answer.status).toBe(400)
    expect(Object.keys(errorsOf(answer)).sort()).toEqual(fields)
    expect(await listed()).toEqual([])
  })

  it('cannot use another customer’s group', async () => {
    expect(errorsOf(await add({ allGroups: false, sites: [grounds, elsewhere] }))).toEqual({
      Sites: ['must be user groups of your organization'],
    })
  })

  it('may have two of one type, but not the same one twice', async () => {
    await add({})
    const other = policyIn(await add({ threshold: 90 }))
    const twice = await add({})
    expect(errorsOf(twice)).toEqual({
      ServerErrors: ['There is already a policy for Heat Index at 95 °F for the same user groups.'],
    })
    expect(errorsOf(await change(other, { threshold: 95 }))).toHaveProperty('ServerErrors')
    expect((await change(other, { allClearMinutes: 45 })).status).toBe(200)
  })

  it('who adds the same one twice at once gets one', async () => {
    const answers = await Promise.all([add({}), add({}), add({})])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  it('cannot create rings that are not nested', async () => {
    const ring = { allClearMinutes: 30, allGroups: false, sites: [athletics] }
    await add({ ...ring, policyTypeShortName: 'LR1', threshold: 8 })
    const second: Partial<NewPolicyInput> = { ...ring, policyTypeShortName: 'LR2', threshold: 8 }
    expect(errorsOf(await add(second))).toEqual({
      Threshold: ['must be at least 9 mi, since Lightning Zone 1 is 8 mi for the same people'],
    })
    const apart = policyIn(await add({ ...second, sites: [grounds] }))
    expect(errorsOf(await change(apart, { sites: [grounds, athletics] }))).toHaveProperty('Threshold')
  })
})

describe('others', () => {
  it('who are Assistant Admins read the policies of their group and cannot write', async () => {
    const own = policyIn(await add({ allGroups: false, sites: [athletics] }))
    await add({ allGroups: false, sites: [grounds] })
    expect((await listed(assistant)).map(({ id }) => id)).toEqual([own.id])
    expect((await add({}, assistant)).status).toBe(403)
    expect((await change(own, {}, assistant)).status).toBe(403)
    expect((await remove(own, assistant)).status).toBe(403)
  })

  it('of another customer do not find a policy, not even a Super Admin', async () => {
    const own = policyIn(await add({}))
    for (const person of [stranger, support]) {
      expect((await change(own, { threshold: 100 }, person)).status).toBe(404)
      expect((await remove(own, person)).status).toBe(404)
    }
    expect(await listed()).toEqual([own])
  })
})

describe('a standard', () => {
  it('is kept by the policies created from it, which report where they fall short', async () => {
    const standards = (await world.ask(listPolicyStandards, {}, admin)).body.data as WirePolicyStandard[]
    const nfhs = standards.find(({ id }) => id === 'nfhs-lightning') as WirePolicyStandard
    const [ready] = nfhs.policies
    const made = policyIn(
      await add({
        policyTypeShortName: 'LR1',
        threshold: ready?.threshold ?? 0,
        allClearMinutes: ready?.allClearMinutes ?? 0,
        standard: nfhs.id,
      }),
    )
    expect(made.standard).toEqual({ id: nfhs.id, name: nfhs.name, source: nfhs.source, laxer: [] })
    const laxer = policyIn(await change(made, { threshold: 6, allClearMinutes: 15 }))
    expect(laxer.standard?.laxer).toHaveLength(2)
  })
})

describe('a policy takes effect at once', () => {
  const soon = { timeout: 45_000, interval: 50 }
  let key: string
  let location: Location

  beforeAll(async () => {
    const made = await world.ask(createFeedKey, { body: { name: 'A network', provesAbsence: true } }, support)
    key = (made.body.data as { key: string }).key
  })
  beforeEach(async () => {
    const body = { label: 'Stadium', latitude: 35.2, longitude: -97.4, radius1: 10 }
    location = ((await world.ask(addLocation, { body }, admin)).body.data as { location: Location }).location
    return () => world.ask(deleteLocation, { params: { id: String(location.id) } }, admin)
  })

  /** About 14 miles from the stadium, unless another latitude is given. */
  async function strike(id: string, latitude = 35.4) {
    const time = systemClock.now().toISOString()
    const { status } = await world.ingest(key, { strikes: [{ id, time, latitude, longitude: -97.4 }] })
    expect(status).toBe(200)
  }
  const about = () => ({ params: { id: String(location.id) } })
  const firstRing = async () =>
    ((await world.ask(getDelay, about(), admin)).body.data as LocationDelay).statements[0]
  const warnings = async () => (await world.ask(listWarnings, about(), admin)).body.data as PolicyWarning[]
  const untilWarned = (expected: object[]) =>
    vi.waitFor(async () => expect(await warnings()).toMatchObject(expected), soon)
  const endings = async () => {
    const { rows } = await sql<{ end_because: string }>`
      select end_because from warnings where location_id = ${location.id} and ended_at is not null`.execute(
      world.house.store.db,
    )
    return rows.map(row => row.end_because)
  }

  it('rings grow with it, earlier strikes apply, and no edit ends a delay', async () => {
    await strike('one')
    await vi.waitFor(async () => expect(await firstRing()).toMatchObject({ radiusMiles: 10 }), soon)
    expect(await firstRing()).not.toMatchObject({ state: 'Delay' })

    const wide = policyIn(await add({ policyTypeShortName: 'LR1', threshold: 20, allClearMinutes: 45 }))
    await vi.waitFor(
      async () =>
        expect(await firstRing()).toMatchObject({ radiusMiles: 20, allClearMinutes: 45, state: 'Delay' }),
      soon,
    )
    const delayed = await firstRing()
    await untilWarned([{ policyId: wide.id, policyTypeShortName: 'LR1', thresholdValue: 20 }])

    const narrow = policyIn(await change(wide, { threshold: 12, allClearMinutes: 10 }))
    // The delay continues to the end that was announced, and so does the warning: they have the same end.
    await untilWarned([{ policyId: narrow.id, thresholdValue: 12, allClearMinutes: 45 }])
    expect(await firstRing()).toMatchObject({ state: 'Delay', endsAt: delayed?.endsAt })

    await remove(narrow)
    await untilWarned([])
    expect(await endings()).toEqual(['The policy no longer applies'])
    expect(await firstRing()).toMatchObject({ radiusMiles: 10, state: 'Delay', endsAt: delayed?.endsAt })
  })

  it('a lightning warning has the distance of its last strike, and is a violation while the ring is in delay', async () => {
    const violations = async () =>
      (await world.ask(listViolations, about(), admin)).body.data as PolicyWarning[]
    await add({ policyTypeShortName: 'LR1', threshold: 20, allClearMinutes: 30 })
    await strike('distance')
    await untilWarned([{ policyTypeShortName: 'LR1', thresholdValue: 20 }])
    const [warning] = await warnings()
    expect(warning?.value).toBeCloseTo(13.8, 1)
    expect(warning?.allClearTime).not.toBeNull()
    expect(await violations()).toMatchObject([{ policyTypeShortName: 'LR1', value: warning?.value }])

    await strike('overhead', 35.2)
    await untilWarned([{ policyTypeShortName: 'LR1', value: 0 }])
  })

  it('a warning continues under the remaining policy, and the database agrees', async () => {
    await strike('two')
    const all = policyIn(await add({ policyTypeShortName: 'LR1', threshold: 20, allClearMinutes: 30 }))
    await untilWarned([{ policyId: all.id }])
    const own = policyIn(
      await add({
        policyTypeShortName: 'LR1',
        threshold: 25,
        allClearMinutes: 30,
        allGroups: false,
        sites: [grounds],
      }),
    )
    await untilWarned([{ policyId: own.id, thresholdValue: 25 }])
    await remove(own)
    await untilWarned([{ policyId: all.id, thresholdValue: 20 }])
    const { rows } = await sql`
      select policy_id, threshold from warnings where location_id = ${location.id} and ended_at is null`.execute(
      world.house.store.db,
    )
    expect(rows).toEqual([{ policy_id: all.id, threshold: 20 }])
    expect(await endings()).toEqual([])
  })

  it('one without user groups applies to no one', async () => {
    await strike('three')
    const idle = policyIn(
      await add({ policyTypeShortName: 'LR1', threshold: 20, allClearMinutes: 30, allGroups: false }),
    )
    const later = policyIn(await add({ policyTypeShortName: 'LR2', threshold: 30, allClearMinutes: 30 }))
    await untilWarned([{ policyId: later.id }])
    expect((await firstRing())?.radiusMiles).toBe(10)
    await change(idle, { allGroups: true })
    await untilWarned([{ policyId: later.id }, { policyId: idle.id }])
  })
})

describe('rings from before a lightning policy', () => {
  const outdated = async (as: TestPerson) => {
    const { body } = await world.ask(listOutdatedRings, {}, as)
    return (body.data as { label: string }[]).map(({ label }) => label)
  }

  it('are listed for administrators, each within their scope, until they are saved again', async () => {
    const [worker, coach] = [
      await world.person({ role: 'Customer', customerId, groupId: grounds }),
      await world.person({ role: 'Customer', customerId, groupId: athletics }),
    ]
    const place = { latitude: 35.2, longitude: -97.4, radius1: 10, allClearMinutes: 30 }
    const saved = await world.ask(addLocation, { body: { ...place, label: 'Depot' } }, worker)
    await world.ask(addLocation, { body: { ...place, label: 'Field' } }, coach)
    await world.ask(addLocation, { body: { ...place, label: 'Elsewhere' } }, stranger)
    expect(await outdated(admin)).toEqual([])

    await add({ policyTypeShortName: 'LR1', threshold: 8, allClearMinutes: 30 })
    await vi.waitFor(async () => expect(await outdated(admin)).toEqual(['Depot', 'Field']), 10_000)
    expect(await outdated(assistant)).toEqual(['Field'])
    expect(await outdated(stranger)).toEqual([])
    expect((await world.ask(listOutdatedRings, {}, worker)).status).toBe(403)

    const { location } = saved.body.data as { location: Location }
    await world.ask(updateLocation, { body: { ...location, radius1: 8 } }, worker)
    await vi.waitFor(async () => expect(await outdated(admin)).toEqual(['Field']), 10_000)
  })
})
