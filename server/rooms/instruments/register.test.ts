import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#server/platform/clock'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { insertTestInstrument } from './instrument.testing.ts'
import { InstrumentRegister, type InstrumentRegisterDeps } from './register.ts'

type ReadFacts = Parameters<InstrumentRegisterDeps['changes']['subscribeToBatches']>[1]

let store: TestStore
beforeAll(async () => void (store = await freshStore()))
afterAll(() => store.close())

it('keeps a sender that it has admitted, even if its first change is read at that moment', async () => {
  let read: ReadFacts = async () => {}
  const changes: InstrumentRegisterDeps['changes'] = {
    subscribeToBatches: (_kinds, reader) => void (read = reader as ReadFacts),
  }
  const register = await InstrumentRegister.open({ db: store.db, clock: systemClock, changes })
  const { id, sender_id: senderId } = await insertTestInstrument(store.db, systemClock.now())
  const admitting = register.sender({ senderId })
  const reading = read([{ body: { instrumentId: id } }] as unknown as Parameters<ReadFacts>[0])
  expect(await admitting).toMatchObject({ id })
  expect(register.find(id)).toMatchObject({ id })
  await reading
})
