import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { hourMs, minuteMs, systemClock } from '#server/platform/clock'
import { createClosing, type Closing } from '#server/platform/http/closing'
import type { PersonalData } from '#server/platform/personal-data'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { createPrivacy } from './index.ts'

let store: TestStore
let nowMs = 0
let term: number | null = 1
let tasks: Map<string, () => Promise<void>>
let batches = 0
/** Called in each batch, with its number. */
let during = (_batch: number) => {}
let closing: Closing

/** A room with enough to delete that the task never finishes in a test. */
const endless: PersonalData = {
  forgetStrays: async (_db, most) => {
    during(++batches)
    return batches < 100 ? most : 0
  },
}

beforeAll(async () => {
  store = await freshStore()
})
afterAll(() => store.close())
beforeEach(() => {
  tasks = new Map()
  ;[nowMs, term, batches, during] = [0, 1, 0, () => {}]
  closing = createClosing()
  createPrivacy({
    db: store.db,
    clock: { ...systemClock, monotonicMs: () => nowMs },
    closing,
    parts: [endless],
    confirmOwner: async () => {},
    leadership: { term: () => term },
    leaderSchedule: { every: (name, _pauseMs, task) => void tasks.set(name, task) },
  })
})

const look = () => tasks.get('data of deleted people')?.()

async function lookEveryMinute(minutes: number) {
  for (let minute = 0; minute < minutes; minute++) {
    await look()
    nowMs += minuteMs
  }
}

it('starts some minutes into a term, when the leader has caught up, and then runs every hour', async () => {
  await lookEveryMinute(5)
  expect(batches).toBe(0)
  await lookEveryMinute(1)
  expect(batches).toBe(100)
  batches = 0
  await lookEveryMinute(hourMs / minuteMs - 1)
  expect(batches).toBe(0)
  await lookEveryMinute(1)
  expect(batches).toBe(100)

  nowMs += hourMs
  ;[term, batches] = [3, 0]
  await lookEveryMinute(5)
  expect(batches).toBe(0)
})

it('ends before its next batch when the server stops', async () => {
  await lookEveryMinute(5)
  during = batch => {
    if (batch === 3) void closing.finish()
  }
  await look()
  expect(batches).toBe(3)
})

it('ends before its next batch when another process may be the leader', async () => {
  await lookEveryMinute(5)
  during = batch => {
    if (batch === 3) term = null
  }
  await look()
  expect(batches).toBe(3)
})
