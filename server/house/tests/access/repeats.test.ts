import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { fillPath, type Asked, type Call } from '#contract/call'
import { addLocation, checkRestriction, deleteLocation, listLocations } from '#contract/places/locations'
import { importUsers } from '#contract/people/people'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { testHouse, type TestAnswer, type TestHouse, type TestPerson } from '#server/house/testing'

/** Requests that arrive twice, at two processes of one deployment. */
let store: TestStore
let first: TestHouse
let second: TestHouse
let person: TestPerson

const gym = { label: 'Gym', latitude: 35.2, longitude: -97.4 }

function askWithKey<C extends Call>(
  house: TestHouse,
  call: C,
  input: Asked<C>,
  key: string,
  as = person,
): Promise<TestAnswer> {
  const { params = {}, body } = input as { params?: Record<string, string>; body?: object }
  return house.raw(
    {
      method: call.method,
      url: fillPath(call.path, params),
      headers: { 'idempotency-key': key },
      ...(body && { payload: body }),
    },
    as,
  )
}

const labels = async (as = person) =>
  ((await second.ask(listLocations, {}, as)).body.data as { label: string }[]).map(({ label }) => label)

async function keysKept(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from idempotency_keys`.execute(store.db)
  return rows[0]?.n ?? 0
}

beforeAll(async () => {
  store = await freshStore()
  const open = () => testHouse({ store, environment: { BASE_URL: 'http://localhost:8080' } })
  first = await open()
  second = await open()
})
afterAll(async () => {
  await second.close()
  await first.close()
  await store.close()
})
beforeEach(async () => {
  person = await first.person({ role: 'Customer', customerId: await first.customer() })
})

describe('a request with an idempotency key', () => {
  it('whose reply was lost gets it again from any process, and runs once', async () => {
    const lost = await askWithKey(first, addLocation, { body: gym }, 'press-1')
    const again = await askWithKey(second, addLocation, { body: gym }, 'press-1')
    expect(lost.status).toBe(200)
    expect(lost.headers['idempotency-replayed']).toBeUndefined()
    expect(again).toMatchObject({ status: 200, body: lost.body })
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await labels()).toEqual(['Gym'])
  })

  it('that arrives at two processes at the same time runs once', async () => {
    const answers = await Promise.all(
      [first, second, first, second].map(house => askWithKey(house, addLocation, { body: gym }, 'press-1')),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await labels()).toEqual(['Gym'])
  })

  it('is rejected if the key was used for something else', async () => {
    await askWithKey(first, addLocation, { body: gym }, 'press-1')
    const other = await askWithKey(second, addLocation, { body: { ...gym, label: 'Pool' } }, 'press-1')
    expect(other.status).toBe(422)
    expect(other.body.responseException?.message).toBe(
      'This idempotency key was used for another request. Use a new one.',
    )
    expect(await labels()).toEqual(['Gym'])
  })

  it('of another person is another request, even of the same customer', async () => {
    const colleague = await first.person({ role: 'Customer', customerId: person.customerId })
    await askWithKey(first, addLocation, { body: gym }, 'press-1')
    const theirs = await askWithKey(second, addLocation, { body: gym }, 'press-1', colleague)
    expect(theirs.headers['idempotency-replayed']).toBeUndefined()
    expect([await labels(), await labels(colleague)]).toEqual([['Gym'], ['Gym']])
  })

  it("of support staff acting as a person is not the person's", async () => {
    const support = await first.person({ role: 'SuperAdmin', customerId: await first.customer() })
    const acting = await first.actingAs(support, person)
    await askWithKey(first, addLocation, { body: gym }, 'press-1')
    const theirs = await askWithKey(first, addLocation, { body: gym }, 'press-1', acting)
    expect(theirs.headers['idempotency-replayed']).toBeUndefined()
  })

  it('that was rejected gets the same error, and changing the content under the key does not help', async () => {
    const input = { params: { id: '999999999' } }
    const refused = await askWithKey(first, deleteLocation, input, 'press-1')
    const again = await askWithKey(second, deleteLocation, input, 'press-1')
    expect(refused.status).toBe(404)
    expect(again).toMatchObject({ status: 404, body: refused.body })
    expect(again.headers['idempotency-replayed']).toBe('true')
  })

  it('whose outcome is unknown is not run again', async () => {
    await askWithKey(first, addLocation, { body: gym }, 'press-1')
    await sql`update idempotency_keys set status = null, sealed_answer = null, reserved_until = now()`.execute(
      store.db,
    )
    const again = await askWithKey(second, addLocation, { body: gym }, 'press-1')
    expect(again.status).toBe(409)
    expect(again.body.responseException?.message).toBe(
      "We can't tell whether this went through. Check before you retry.",
    )
    expect(await labels()).toEqual(['Gym'])
  })

  it.each([['é'], ['two words'], ['x'.repeat(201)], ['']])(
    'that is malformed (%j) is rejected',
    async key => {
      const answer = await askWithKey(first, addLocation, { body: gym }, key)
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.body.responseException?.errors ?? {})).toEqual(['Idempotency-Key'])
      expect(await labels()).toEqual([])
    },
  )
})

describe('without keys', () => {
  it('every request runs', async () => {
    await first.ask(addLocation, { body: gym }, person)
    await second.ask(addLocation, { body: gym }, person)
    expect(await labels()).toEqual(['Gym', 'Gym'])
  })

  it('nothing is stored for calls that only read, or for invalid requests', async () => {
    const before = await keysKept()
    const { latitude: Latitude, longitude: Longitude } = gym
    await askWithKey(first, checkRestriction, { body: { Latitude, Longitude } }, 'press-1')
    await askWithKey(first, addLocation, { body: { ...gym, label: '' } }, 'press-1')
    const admin = await first.person({ role: 'Admin', customerId: await first.customer() })
    const table =
      'First Name,Last Name,Email,Phone,Permission Level,User Group,Time Zone\r\nAda,Byron,ada@example.test,,Customer,,CST\r\n'
    const trial = await askWithKey(
      first,
      importUsers,
      { body: { text: table, apply: false } },
      'press-1',
      admin,
    )
    expect(trial.status).toBe(200)
    expect(await keysKept()).toBe(before)
  })
})
