import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { secondMs, systemClock } from '#server/platform/clock'
import { shiftedClock, type ShiftedClock } from '#server/platform/clock.testing'
import { createDoorbell } from '#server/platform/doorbell/index'
import { silentLog } from '#server/platform/log'
import type { Store, Tx } from '#server/platform/store/index'
import { freshStore } from '#server/platform/store/testing'
import { consumeFacts, deleteFactsBefore, openChanges, type Changes } from './index.ts'

interface TestFacts {
  'door opened': { readonly door: number }
  'door closed': { readonly door: number }
}

let store: Store
let clock: ShiftedClock
let here: Changes<TestFacts>
let there: Changes<TestFacts>

async function open(): Promise<Changes<TestFacts>> {
  const { monotonicMs } = clock
  const doorbell = createDoorbell(silentLog)
  return openChanges<TestFacts>({ db: store.db, clock, monotonicMs, log: silentLog, doorbell })
}
const appendIn = (changes: Changes<TestFacts>, door: number, kind: keyof TestFacts = 'door opened') =>
  changes.commit(async (_tx, appendFact) =>
    appendFact(kind, { customerId: null, subject: `door ${door}`, body: { door } }),
  )

function doorsHeardIn(changes: Changes<TestFacts>): number[] {
  const received: number[] = []
  changes.subscribe('door opened', ({ door }) => void received.push(door))
  return received
}

beforeAll(async () => {
  store = await freshStore()
  await sql`create table acts (door bigint)`.execute(store.db)
})
afterAll(() => store.close())
beforeEach(async () => {
  await sql`truncate facts, fact_cursors, facts_set_aside, acts`.execute(store.db)
  clock = shiftedClock()
  here = await open()
  there = await open()
})

describe('the change log', () => {
  it('delivers each fact to every process, in order, once', async () => {
    const [heardHere, heardThere] = [doorsHeardIn(here), doorsHeardIn(there)]
    await appendIn(here, 1)
    await appendIn(there, 2)
    await appendIn(here, 3)
    await Promise.all([here.catchUp(), here.catchUp(), there.catchUp()])
    await here.catchUp()
    expect([heardHere, heardThere]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ])
  })

  it('commits a fact together with the change it describes, or not at all', async () => {
    const received = doorsHeardIn(there)
    const failing = here.commit(async (tx, appendFact) => {
      appendFact('door opened', { customerId: null, subject: 'door 1', body: { door: 1 } })
      await sql`insert into acts values (1)`.execute(tx)
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    await there.catchUp()
    expect(received).toEqual([])
  })

  it('does not skip a fact that commits after a later one was begun', async () => {
    const received = doorsHeardIn(there)
    let release = () => {}
    const held = new Promise<void>(resolve => (release = resolve))
    let isAppended = () => {}
    const appended = new Promise<void>(resolve => (isAppended = resolve))
    const { appendFacts } = await import('./store.ts')
    const row = { at: clock.now(), customer_id: null, kind: 'door opened', subject: '', because: null }
    const slow = store.db.transaction().execute(async tx => {
      await appendFacts(tx, [{ ...row, body: { door: 1 } }])
      isAppended()
      await held
    })
    await appended
    const second = appendIn(here, 2)
    await there.catchUp()
    release()
    await Promise.all([slow, second])
    await there.catchUp()
    expect(received).toEqual([1, 2])
  })

  it('retries a fact for a subscriber that failed, and holds back later facts', async () => {
    let fails = 2
    const received: number[] = []
    there.subscribe('door opened', ({ door }) => {
      if (fails-- > 0) throw new Error('not now')
      received.push(door)
    })
    await appendIn(here, 1)
    await appendIn(here, 2)
    await expect(there.catchUp()).rejects.toThrow('not now')
    clock.advance(11 * secondMs)
    await expect(there.catchUp()).rejects.toThrow('not now')
    expect([received, there.isCurrent()]).toEqual([[], false])
    await expect(there.readyChecks[0]?.check()).rejects.toThrow('cannot be read')
    await there.catchUp()
    expect([received, there.isCurrent()]).toEqual([[1, 2], true])
  })

  it('delivers facts in batches to subscribers that ask for batches, after the single ones, and again after a failure', async () => {
    const order: string[] = []
    let fails = true
    there.subscribeToBatches(['door opened'], facts => {
      if (fails) throw new Error('not now')
      order.push(`together ${facts.map(({ body }) => body.door).join()}`)
    })
    there.subscribe('door opened', ({ door }) => void order.push(`one ${door}`))
    for (const door of [1, 2]) await appendIn(here, door)
    await appendIn(here, 9, 'door closed')
    await expect(there.catchUp()).rejects.toThrow('not now')
    clock.advance(11 * secondMs)
    expect(there.isCurrent()).toBe(false)
    fails = false
    await appendIn(here, 3)
    await there.catchUp()
    expect(order).toEqual(['one 1', 'one 2', 'one 3', 'together 1,2,3'])
    expect(there.isCurrent()).toBe(true)
  })

  it('catches up with any number of facts', async () => {
    const received = doorsHeardIn(there)
    await here.commit(async (_tx, appendFact) => {
      for (let door = 0; door < 1234; door++)
        appendFact('door opened', { customerId: null, subject: `door ${door}`, body: { door } })
    })
    await there.catchUp()
    expect(received).toEqual(Array.from({ length: 1234 }, (_, door) => door))
  })
})

describe('a consumer with a cursor', () => {
  const act = (changes: Changes<TestFacts>, onAct: (tx: Tx) => void = () => {}) =>
    consumeFacts<TestFacts>({
      reader: 'porter',
      clock: systemClock,
      log: silentLog,
      keep: changes.commit,
      async act(tx, facts) {
        for (const { body } of facts) await sql`insert into acts values (${body.door})`.execute(tx)
        onAct(tx)
      },
    })
  const acts = async () => {
    const { rows } = await sql<{ door: number }>`select door from acts`.execute(store.db)
    return rows.map(({ door }) => door)
  }

  it('acts on every fact once, although processes die and calls repeat', async () => {
    await act(here)
    for (const door of [1, 2, 3]) await appendIn(here, door)
    const dying = act(there, () => {
      throw new Error('killed')
    })
    await expect(dying).rejects.toThrow('killed')
    expect(await acts()).toEqual([])
    await Promise.all([act(here), act(there)])
    await act(there)
    expect(await acts()).toEqual([1, 2, 3])
  })

  it('reports its lag, and facts that it has not read are kept', async () => {
    await act(here)
    await appendIn(here, 1)
    await deleteFactsBefore(store.db, new Date(clock.now().getTime() + secondMs))
    const [behind] = here.figures
    expect(await behind?.read()).toEqual([{ labels: { reader: 'porter' }, value: 1 }])
    await act(here)
    expect(await behind?.read()).toEqual([{ labels: { reader: 'porter' }, value: 0 }])
    await deleteFactsBefore(store.db, new Date(clock.now().getTime() + secondMs))
    const { rows } = await sql`select * from facts`.execute(store.db)
    expect([rows, await acts()]).toEqual([[], [1]])
  })

  it('sets aside a fact that fails repeatedly, with the reason, and continues with the rest', async () => {
    const failing = () =>
      consumeFacts<TestFacts>({
        reader: 'porter',
        clock,
        log: silentLog,
        keep: here.commit,
        async act(tx, facts) {
          for (const { body } of facts) {
            if (body.door === 2) throw new Error('door 2 has no handle')
            await sql`insert into acts values (${body.door})`.execute(tx)
          }
        },
      })
    await failing()
    for (const door of [1, 2, 3]) await appendIn(here, door)
    await expect(failing()).rejects.toThrow('door 2 has no handle')
    expect(await acts()).toEqual([1]) // the state before the fact was handled
    clock.advance(31 * secondMs)
    await expect(failing()).rejects.toThrow('door 2 has no handle')
    await expect(here.readyChecks[1]?.check()).rejects.toThrow(
      /'porter' has not processed a fact from 3\d s ago/,
    )
    await failing()
    expect(await acts()).toEqual([1, 3])
    expect(await here.readyChecks[1]?.check()).toContain(
      "the latest by 'porter' ('door opened'): door 2 has no handle",
    )
    const { rows } = await sql`select reader, kind, body, reason from facts_set_aside`.execute(store.db)
    expect(rows).toEqual([
      { reader: 'porter', kind: 'door opened', body: { door: 2 }, reason: 'door 2 has no handle' },
    ])
  })

  it('handles the facts one by one when a batch fails only as a whole', async () => {
    await act(here)
    for (const door of [1, 2, 3]) await appendIn(here, door)
    await consumeFacts<TestFacts>({
      reader: 'porter',
      clock,
      log: silentLog,
      keep: here.commit,
      async act(tx, facts) {
        if (facts.length > 1) throw new Error('too many parameters')
        for (const { body } of facts) await sql`insert into acts values (${body.door})`.execute(tx)
      },
    })
    expect(await acts()).toEqual([1, 2, 3])
  })
})
