import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLog } from '#server/platform/log'
import { createSecrets } from '#server/platform/secrets'
import { openStore, type Db, type Store } from '#server/platform/store/index'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { createOnce, TakenOver, type Operation, type Once, type IdempotentRequest } from './index.ts'
import { deleteOldKeys } from './store.ts'

const secrets = createSecrets('a secret that is used by tests alone')
let here: TestStore
let there: Store
let customerId: number

const onceOn = ({ db }: Store, patienceMs?: number): Once =>
  createOnce({ db, secrets, log: silentLog, ...(patienceMs !== undefined && { patienceMs }) })
const wishOf = (key: string, sent: unknown = { label: 'Gym' }): IdempotentRequest => ({
  customerId,
  asker: 'somebody',
  call: 'addLocation',
  key,
  sent,
})

/** An action that must not run twice, with a reply. */
const actIn =
  (db: Db, key: string, after: () => Promise<void> = async () => {}): Operation =>
  async () => {
    const number = await db.transaction().execute(async tx => {
      const { rows } = await sql<{ number: number }>`
        insert into acts (key) values (${key}) returning number`.execute(tx)
      return rows[0]?.number
    })
    await after()
    return { answer: { status: 200, body: { number } }, isKept: true }
  }

async function actsFor(key: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from acts where key = ${key}`.execute(
    here.db,
  )
  return rows[0]?.n ?? 0
}

/** Makes the reservation expire, as if the process that made it were gone. */
const letTimePass = () =>
  sql`update idempotency_keys set reserved_until = now() - interval '1 second'`.execute(here.db)

const never = new Promise<never>(() => {})

/** Creates a gate that one side waits at until the other side opens it. */
function gate() {
  let enter = () => {}
  const entered = new Promise<void>(resolve => (enter = resolve))
  return { entered, enter }
}

/**
 * Simulates a process that reserved a key and was suspended until its reservation expired. When resumed, it acts and
 * reports why it could not.
 */
async function fallenAsleep(key: string) {
  const [asleep, alarm] = [gate(), gate()]
  let refusal: unknown
  const sleeper = onceOn(here).perform(wishOf(key), async () => {
    asleep.enter()
    await alarm.entered
    return actIn(here.db, key)().catch((error: unknown) => {
      refusal = error
      return { answer: { status: 409, body: {} }, isKept: true }
    })
  })
  await asleep.entered
  await letTimePass()
  return {
    async wake() {
      alarm.enter()
      await sleeper
      return refusal
    },
  }
}

beforeAll(async () => {
  here = await freshStore()
  there = await openStore({ databaseUrl: here.url, dataDir: '', log: silentLog })
  await sql`create table acts (number bigint generated always as identity, key text)`.execute(here.db)
  const { rows } = await sql<{ id: number }>`
    insert into customers (name, created_at) values ('Customer', now()) returning id`.execute(here.db)
  customerId = rows[0]?.id ?? 0
})
afterAll(async () => {
  await there.close()
  await here.close()
})
beforeEach(async () => {
  await sql`truncate acts, idempotency_keys`.execute(here.db)
})

describe('a repeated request', () => {
  it('gets the first reply, and the action does not run again', async () => {
    const first = await onceOn(here).perform(wishOf('a'), actIn(here.db, 'a'))
    const second = await onceOn(there).perform(wishOf('a'), actIn(there.db, 'a'))
    expect(first.kind).toBe('done')
    expect(second).toEqual({ ...first, kind: 'repeated' })
    expect(await actsFor('a')).toBe(1)
  })

  it('waits for the first if that one is still running in another process', async () => {
    const { entered: finished, enter: finish } = gate()
    const first = onceOn(here).perform(
      wishOf('a'),
      actIn(here.db, 'a', () => finished),
    )
    await vi.waitFor(async () => expect(await actsFor('a')).toBe(1), 10_000)
    const second = onceOn(there).perform(wishOf('a'), actIn(there.db, 'a'))
    setTimeout(finish, 150)
    expect((await first).kind).toBe('done')
    expect((await second).kind).toBe('repeated')
    expect(await actsFor('a')).toBe(1)
  })

  it('is asked to retry if the first takes too long', async () => {
    void onceOn(here).perform(
      wishOf('a'),
      actIn(here.db, 'a', () => never),
    )
    await vi.waitFor(async () => expect(await actsFor('a')).toBe(1), 10_000)
    const second = await onceOn(there, 150).perform(wishOf('a'), actIn(there.db, 'a'))
    expect(second).toEqual({ kind: 'under way' })
    expect(await actsFor('a')).toBe(1)
  })

  it('is a different request for another person, another call or another key', async () => {
    for (const other of [{}, { asker: 'somebody else' }, { call: 'deleteLocation' }, { key: 'b' }]) {
      const outcome = await onceOn(here).perform({ ...wishOf('a'), ...other }, actIn(here.db, 'a'))
      expect(outcome.kind).toBe('done')
    }
    expect(await actsFor('a')).toBe(4)
  })

  it('is rejected if its content differs, whatever the outcome of the first', async () => {
    const other = wishOf('a', { label: 'Pool' })
    const attempt = () => onceOn(there).perform(other, actIn(there.db, 'a'))
    const failed = { answer: { status: 500, body: {} }, isKept: false }
    const firstFails = onceOn(here).perform(wishOf('a'), async () => {
      expect(await attempt()).toEqual({ kind: 'another request' })
      return failed
    })
    await firstFails
    await onceOn(here).perform(wishOf('a'), actIn(here.db, 'a'))
    expect(await attempt()).toEqual({ kind: 'another request' })
    expect(await actsFor('a')).toBe(1)
  })

  it('is the same with its fields in another order', async () => {
    await onceOn(here).perform(wishOf('a', { label: 'Gym', flags: 0 }), actIn(here.db, 'a'))
    const again = await onceOn(here).perform(wishOf('a', { flags: 0, label: 'Gym' }), actIn(here.db, 'a'))
    expect(again.kind).toBe('repeated')
  })

  it('runs again after a day', async () => {
    await onceOn(here).perform(wishOf('a'), actIn(here.db, 'a'))
    await sql`update idempotency_keys set created_at = now() - interval '25 hours'`.execute(here.db)
    expect((await onceOn(here).perform(wishOf('a'), actIn(here.db, 'a'))).kind).toBe('done')
    expect(await actsFor('a')).toBe(2)
  })
})

describe('a failure', () => {
  const failing = (): Promise<never> => Promise.reject(new Error('no room left'))
  const failed = { answer: { status: 500, body: {} }, isKept: false }

  it('that rolled everything back leaves the key free', async () => {
    const first = await onceOn(here).perform(wishOf('a'), async () => {
      const work = here.db.transaction().execute(async tx => {
        await sql`insert into acts (key) values ('a')`.execute(tx)
        await failing()
      })
      await expect(work).rejects.toThrow('no room left')
      return failed
    })
    expect(first.kind).toBe('done')
    expect((await onceOn(there).perform(wishOf('a'), actIn(there.db, 'a'))).kind).toBe('done')
    expect(await actsFor('a')).toBe(1)
  })

  it('after part of the action was done leaves retries with an unknown outcome', async () => {
    await onceOn(here).perform(wishOf('a'), async () => {
      await actIn(here.db, 'a')()
      return failed
    })
    expect(await onceOn(there).perform(wishOf('a'), actIn(there.db, 'a'))).toEqual({ kind: 'not known' })
    expect(await actsFor('a')).toBe(1)
  })
})

describe('a process that dies', () => {
  it('before doing anything leaves the request to the next one', async () => {
    const { entered, enter } = gate()
    void onceOn(here).perform(wishOf('a'), () => {
      enter()
      return never
    })
    await entered
    const early = await onceOn(there, 0).perform(wishOf('a'), actIn(there.db, 'a'))
    expect(early).toEqual({ kind: 'under way' })
    await letTimePass()
    expect((await onceOn(there).perform(wishOf('a'), actIn(there.db, 'a'))).kind).toBe('done')
    expect(await actsFor('a')).toBe(1)
  })

  it('between the action and its reply leaves a request with an unknown outcome', async () => {
    void onceOn(here).perform(
      wishOf('a'),
      actIn(here.db, 'a', () => never),
    )
    await vi.waitFor(async () => expect(await actsFor('a')).toBe(1), 10_000)
    await letTimePass()
    expect(await onceOn(there).perform(wishOf('a'), actIn(there.db, 'a'))).toEqual({ kind: 'not known' })
    expect(await actsFor('a')).toBe(1)
  })

  it('but was only suspended does nothing when it resumes', async () => {
    const sleeper = await fallenAsleep('a')
    expect((await onceOn(there).perform(wishOf('a'), actIn(there.db, 'a'))).kind).toBe('done')
    expect(await sleeper.wake()).toBeInstanceOf(TakenOver)
    expect(await actsFor('a')).toBe(1)
    const again = await onceOn(here).perform(wishOf('a'), actIn(here.db, 'a'))
    expect(again).toMatchObject({ kind: 'repeated', answer: { status: 200 } })
  })
})

it('a process that was suspended while two others held the key, one of which released it, does nothing when it resumes', async () => {
  const sleeper = await fallenAsleep('a')
  const failed = { answer: { status: 500, body: {} }, isKept: false }
  await onceOn(there).perform(wishOf('a'), async () => failed)
  expect((await onceOn(there).perform(wishOf('a'), actIn(there.db, 'a'))).kind).toBe('done')
  expect(await sleeper.wake()).toBeInstanceOf(TakenOver)
  expect(await actsFor('a')).toBe(1)
})

it('work that an action started continues after it as it would without a key', async () => {
  let later = Promise.resolve()
  await onceOn(here).perform(wishOf('a'), async () => {
    later = new Promise(resolve => setTimeout(resolve, 50)).then(async () => {
      await actIn(here.db, 'later')()
    })
    return { answer: { status: 200, body: {} }, isKept: true }
  })
  await sql`truncate idempotency_keys`.execute(here.db)
  await later
  expect(await actsFor('later')).toBe(1)
})

it('the request and the reply cannot be read in the table', async () => {
  const act: Operation = async () => ({
    answer: { status: 200, body: { code: 'very secret' } },
    isKept: true,
  })
  await onceOn(here).perform(wishOf('a', { password: 'hidden' }), act)
  const { rows } = await sql`select * from idempotency_keys`.execute(here.db)
  expect(JSON.stringify(rows)).not.toMatch(/secret|hidden/)
  expect(await onceOn(there).perform(wishOf('a', { password: 'hidden' }), act)).toMatchObject({
    answer: { body: { code: 'very secret' } },
  })
})

it('a reply that is too long is not stored, and a retry learns that the action was done', async () => {
  const act: Operation = async () => {
    await actIn(here.db, 'long')()
    return { answer: { status: 200, body: 'x'.repeat(40_000) }, isKept: true }
  }
  expect((await onceOn(here).perform(wishOf('long'), act)).kind).toBe('done')
  expect((await onceOn(there).perform(wishOf('long'), act)).kind).toBe('answer not kept')
  expect(await actsFor('long')).toBe(1)
})

it("keeps each person's newest replies, and does not touch other people's", async () => {
  await sql`delete from idempotency_keys`.execute(here.db)
  const once = onceOn(here)
  await once.perform({ ...wishOf('first'), asker: 'another' }, actIn(here.db, 'another'))
  for (let press = 0; press < 230; press++)
    await once.perform(wishOf(`press ${press}`), async () => ({
      answer: { status: 200, body: press },
      isKept: true,
    }))
  const { rows } = await sql<{ asker: string; n: number }>`
    select asker, count(*) as n from idempotency_keys group by asker order by asker`.execute(here.db)
  expect(rows).toEqual([
    { asker: 'another', n: 1 },
    { asker: 'somebody', n: 201 },
  ])
  const newest = await once.perform(wishOf('press 229'), actIn(here.db, 'never'))
  expect(newest).toEqual({ kind: 'repeated', answer: { status: 200, body: 229 } })
})

it('deletes keys after a day', async () => {
  await onceOn(here).perform(wishOf('old'), actIn(here.db, 'old'))
  await sql`update idempotency_keys set created_at = now() - interval '25 hours'`.execute(here.db)
  await onceOn(here).perform(wishOf('new'), actIn(here.db, 'new'))
  await deleteOldKeys(here.db)
  const { rows } = await sql<{ key: string }>`select key from idempotency_keys`.execute(here.db)
  expect(rows).toEqual([{ key: 'new' }])
})

it('any number of requests in two processes, some of which fail: each runs at most once', async () => {
  const request = fc.record({
    key: fc.constantFrom('a', 'b'),
    isHere: fc.boolean(),
    fails: fc.constantFrom('not', 'not', 'before', 'after'),
    pauseMs: fc.nat(8),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 8 }), async requests => {
      await sql`truncate acts, idempotency_keys`.execute(here.db)
      const outcomes = await Promise.all(
        requests.map(async ({ key, isHere, fails, pauseMs }) => {
          await new Promise(resolve => setTimeout(resolve, pauseMs))
          const store = isHere ? here : there
          const outcome = await onceOn(store).perform(wishOf(key), async () => {
            const failed = { answer: { status: 500, body: {} }, isKept: false }
            if (fails === 'before') return failed
            const done = await actIn(store.db, key)()
            return fails === 'after' ? failed : done
          })
          return { key, outcome }
        }),
      )
      for (const key of ['a', 'b']) {
        const ours = outcomes.filter(one => one.key === key).map(({ outcome }) => outcome)
        const good = ours.flatMap(outcome =>
          'answer' in outcome && outcome.answer.status === 200 ? [outcome] : [],
        )
        expect(await actsFor(key)).toBeLessThanOrEqual(1)
        expect(good.filter(({ kind }) => kind === 'done').length).toBeLessThanOrEqual(1)
        expect(new Set(good.map(({ answer }) => JSON.stringify(answer))).size).toBeLessThanOrEqual(1)
        if (good.length > 0) expect(await actsFor(key)).toBe(1)
      }
    }),
    { numRuns: 25 },
  )
})
