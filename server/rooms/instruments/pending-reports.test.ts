import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noHealth } from '#domain/instruments/message'
import { minuteMs, systemClock } from '#server/platform/clock'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { insertTestInstrument } from './instrument.testing.ts'
import { PendingReports, type HeardReport } from './pending-reports.ts'
import { deleteInstrument, findInstrument, holdInstrument } from './store/instruments.ts'

let store: TestStore
beforeAll(async () => void (store = await freshStore()))
afterAll(() => store.close())

const report = (heardMs: number): HeardReport => ({
  heardMs,
  aheadOfUtcMs: 0,
  received: { values: [], fields: [], understood: [], ignored: [], clockAheadSeconds: null },
  health: noHealth,
  lightning: null,
  intervalSeconds: null,
  memory: { rain: null, tracks: {} },
  isNew: true,
})

it('an instrument can be removed while its reports are written', async () => {
  const nowMs = systemClock.now().getTime()
  const { id, customer_id: customerId } = await insertTestInstrument(store.db, systemClock.now())
  const reports = new PendingReports(store.db)
  reports.refused(id, nowMs, 'It sent the wrong key.')
  await reports.write(nowMs, true)
  let writing: Promise<void> | undefined
  await store.db.transaction().execute(async tx => {
    await holdInstrument(tx, customerId, id)
    reports.heard(id, report(nowMs + minuteMs))
    writing = reports.write(nowMs + minuteMs, true)
    await sleep(200) // until the write waits for this transaction
    await deleteInstrument(tx, customerId, id)
  })
  await writing
  expect(await findInstrument(store.db, customerId, id)).toBeUndefined()
})
