import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { firingUsefulMs } from '#domain/integrations/informacast'
import type { PolicyShortName } from '#domain/policies/policy-types'
import { later, minuteMs, secondMs } from '#server/platform/clock'
import { middleOfADay, shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import { soleLeader, type TestLeadership } from '#server/platform/leadership/testing'
import { silentLog } from '#server/platform/log'
import { createSecrets } from '#server/platform/secrets'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { insertCustomer } from '#server/rooms/customers/index'
import type { Notice } from '#server/rooms/integrations/notify-admins'
import { createFiringDispatch } from './engine.ts'
import type { FiredAnswer, Provider } from './provider.ts'
import { beginOccasion, listFirings } from './store/firings.ts'
import { saveConnectionRow } from './store/settings.ts'

/** What a request of the provider's takes at most: the question about the scenario, and the trigger. */
const slowMs = 30 * secondMs

let store: TestStore
let clock: ShiftedClock
let keeping: TestLeadership
let customers: number[]
let notices: Notice[]
let mapping: number
const secrets = createSecrets('a secret that is used by tests alone')

beforeEach(async () => {
  store = await freshStore()
  clock = shiftedClock(middleOfADay)
  keeping = await soleLeader(store.db, clock)
  customers = []
  notices = []
  mapping = 0
  await store.db.transaction().execute(async tx => {
    for (const name of ['One', 'Two']) {
      const id = await insertCustomer(tx, { name, companyType: '', permissions: [] }, clock.now())
      customers.push(id)
      const sealedToken = secrets.seal('a token')
      await saveConnectionRow(tx, id, { sealedToken, simulated: false }, clock.now())
    }
  })
})
afterEach(() => store.close())

function queue(policyType: PolicyShortName, count: number, customerId = customers[0] ?? 0) {
  const now = clock.now()
  return store.db.transaction().execute(async tx => {
    for (let each = 0; each < count; each++)
      await beginOccasion(tx, {
        customer_id: customerId,
        mapping_id: ++mapping,
        policy_type: policyType,
        fact: mapping,
        location_name: 'School',
        group_name: 'Grounds',
        site_id: `site ${mapping}`,
        site_name: 'School',
        scenario_id: policyType,
        scenario_name: policyType,
        because: policyType,
        simulated: false,
        state: 'pending',
        created_at: now,
        expires_at: later(now, firingUsefulMs),
        settled_at: null,
        last_error: null,
      })
  })
}

/** Triggers whose answers come when the test says so. */
function play(answer: () => FiredAnswer | Promise<FiredAnswer>) {
  const triggered: string[] = []
  const provider: Provider = {
    verify: async () => true,
    sites: async () => [],
    scenarios: async () => [],
    async trigger(_token, scenarioId) {
      triggered.push(scenarioId)
      return answer()
    },
  }
  const dispatch = createFiringDispatch({
    db: store.db,
    clock,
    log: silentLog,
    secrets,
    leadership: keeping.leadership,
    provider,
    notifyAdmins: async (_tx, notice) => void notices.push(notice),
    baseUrl: 'http://localhost:8080',
    chance: () => 0,
  })
  return { triggered, dispatch }
}

const delivered: FiredAnswer = { kind: 'answered', status: 200 }
const log = (customerId = customers[0] ?? 0) =>
  listFirings(store.db, customerId, { before: undefined, count: 100 })
const states = async () => [...new Set((await log()).map(({ state }) => state))]

test('a slow provider triggers the scenarios of sixty schools well inside their 15 minutes', async () => {
  await queue('LR1', 60)
  const { dispatch } = play(() => delivered)
  const startMs = clock.now().getTime()
  for (let rounds = 0; (await states()).join() !== 'delivered' && rounds < 60; rounds++) {
    await dispatch.fill()
    await dispatch.idle()
    clock.advance(slowMs) // those of a round are answered together
  }
  expect(await states()).toEqual(['delivered'])
  expect(clock.now().getTime() - startMs).toBeLessThan(firingUsefulMs / 2)
})

test('lightning comes before heat, and does not wait for answers about heat', async () => {
  await queue('HEAT', 20)
  let answer = () => {}
  const answers = new Promise<void>(resolve => (answer = resolve))
  const { triggered, dispatch } = play(() => answers.then(() => delivered))
  await dispatch.fill()
  const inProgress = triggered.length
  await expect.poll(() => triggered.length).toBeGreaterThan(inProgress)
  await queue('LR1', 1)
  await dispatch.fill()
  await expect.poll(() => triggered).toContain('LR1')
  answer()
  await dispatch.idle()
  await queue('LR2', 3)
  triggered.splice(0)
  await dispatch.fill()
  await dispatch.idle()
  // Requests of one turn are sent together, in any order.
  expect(triggered.slice(0, 6).filter(each => each === 'LR2')).toHaveLength(3)
})

test('one organization whose provider hangs delays no other', async () => {
  await queue('LR1', 60)
  await queue('HEAT', 1, customers[1])
  let answer = () => {}
  const answers = new Promise<void>(resolve => (answer = resolve))
  const { triggered, dispatch } = play(() => answers.then(() => delivered))
  await dispatch.fill()
  await expect.poll(() => triggered).toContain('HEAT')
  answer()
  await dispatch.idle()
})

test('a provider that cannot be reached is retried until it is too late, with one notice after a minute', async () => {
  await queue('LR1', 1)
  let isDown = true
  const { triggered, dispatch } = play(() =>
    isDown ? { kind: 'not reached', because: 'InformaCast could not be reached' } : delivered,
  )
  for (let seconds = 0; seconds < 600; seconds++) {
    await dispatch.fill()
    await dispatch.idle()
    clock.advance(secondMs)
  }
  expect(triggered.length).toBeGreaterThan(6)
  expect(triggered.length).toBeLessThan(40)
  expect(await log()).toMatchObject([{ state: 'pending', attempts: 0 }])
  expect(new Set(notices.map(({ key }) => key)).size).toBe(1)
  expect(notices[0]?.subject).toContain('has not been triggered yet')
  isDown = false
  clock.advance(minuteMs)
  await dispatch.fill()
  await dispatch.idle()
  expect(await log()).toMatchObject([{ state: 'delivered', attempts: 1 }])
})

test('a provider that asks for fewer requests gets none for as long as it asked', async () => {
  await queue('LR1', 20)
  let isBusy = true
  const { triggered, dispatch } = play(() =>
    isBusy ? { kind: 'answered', status: 429, retryAfterMs: minuteMs } : delivered,
  )
  await dispatch.fill()
  await dispatch.idle()
  const before = triggered.length
  clock.advance(minuteMs / 2)
  await dispatch.fill()
  await dispatch.idle()
  expect(triggered).toHaveLength(before)
  isBusy = false
  clock.advance(minuteMs / 2)
  for (let rounds = 0; rounds < 10; rounds++) {
    await dispatch.fill()
    await dispatch.idle()
  }
  expect(await states()).toEqual(['delivered'])
})

test('a firing is in progress once, however many processes look', async () => {
  await queue('LR1', 3)
  const { triggered, dispatch } = play(() => delivered)
  await Promise.all([dispatch.fill(), dispatch.fill()])
  await dispatch.idle()
  expect(triggered).toHaveLength(3)
  const { rows } = await sql<{ attempts: number }>`select attempts from scenario_firings`.execute(store.db)
  expect(rows).toEqual([{ attempts: 1 }, { attempts: 1 }, { attempts: 1 }])
})
