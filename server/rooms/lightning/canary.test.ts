import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getStrikes } from '#contract/weather/map-lightning'

import { getStatus } from '#contract/status'
import type { Strike } from '#domain/lightning/strike'
import { minuteMs, secondMs, type Clock } from '#server/platform/clock'
import { frame, type EventFrame } from '#server/platform/http/stream'
import { silentLog } from '#server/platform/log'
import { sourcesOf } from '#server/sources'
import { testHouse, type TestHouse, type TestPerson } from '#server/house/testing'
import { canaryPlace, createCanary } from './canary.ts'
import { delayOf } from './statements.ts'
import { quietWatched } from './watch.ts'

function byHand() {
  let elapsedMs = 0
  const startMs = Date.UTC(2026, 6, 1)
  const clock: Clock = { now: () => new Date(startMs + elapsedMs), monotonicMs: () => elapsedMs }
  const reported: Strike[] = []
  const canary = createCanary({ clock, log: silentLog, publish: strike => reported.push(strike) })
  return { clock, told: reported, canary, wait: (ms: number) => void (elapsedMs += ms) }
}

/** The frame that a screen would receive for the canary's ring after a strike. */
function word(clock: Clock, lastStrikeMs: number): EventFrame {
  const endsMs = lastStrikeMs + 10 * minuteMs
  const state = { state: 'Delay', because: 'strike', lastStrikeMs, endsMs, stale: false } as const
  const strike = { timeMs: lastStrikeMs, latitude: canaryPlace.latitude, longitude: canaryPlace.longitude }
  const newest = [{ ...strike, id: '', source: '', amp: null, type: 1, positionErrorMiles: 0 } as const]
  const delay = delayOf({ ...quietWatched(canaryPlace), newest }, [state], {
    now: clock.now(),
    seq: 1,
    sources: sourcesOf({ feeds: 'none' }),
  })
  return frame({ kind: 'delay', asOf: clock.now().toISOString(), validForMs: 15_000, delay })
}

describe('the canary', () => {
  it('is healthy while its strikes reach the stream', async () => {
    const { clock, told: reported, canary, wait } = byHand()
    for (let minute = 0; minute < 5; minute++) {
      canary.send()
      wait(40)
      canary.receive(word(clock, reported.at(-1)?.timeMs ?? 0))
      wait(minuteMs)
      await expect(canary.readyCheck.check()).resolves.toContain('took 40 ms')
    }
  })

  it('reports within two minutes that its strikes no longer arrive, whatever else does', async () => {
    const { clock, told: reported, canary, wait } = byHand()
    canary.send()
    canary.receive(word(clock, reported.at(-1)?.timeMs ?? 0))
    const lastHeardMs = reported.at(-1)?.timeMs ?? 0
    for (let seconds = 0; seconds < 126; seconds += 6) {
      wait(6 * secondMs)
      canary.send()
      canary.receive(word(clock, lastHeardMs)) // repeating an old strike proves nothing
    }
    await expect(canary.readyCheck.check()).rejects.toThrow('No canary strike has arrived')
  })
})

describe('the canary in a running server', () => {
  let world: TestHouse
  let support: TestPerson
  beforeAll(async () => {
    world = await testHouse()
    support = await world.person({ role: 'SuperAdmin', customerId: await world.customer() })
  })
  afterAll(() => world.close())

  it('reaches a stream, has its own health line, and appears on no map', async () => {
    await vi.waitFor(async () => {
      const { body } = await world.ask(getStatus, {}, support)
      const { checks } = body.data as { checks: { name: string; ready: boolean; detail: string }[] }
      const line = checks.find(check => check.name === 'lightning canary')
      expect(line).toMatchObject({ ready: true, detail: expect.stringContaining('took') as string })
    }, 10_000)
    expect((await world.ask(getStrikes, {}, support)).body.data).toEqual([])
  })

  it('is part of the readiness check', async () => {
    const { status, body } = await world.raw({ method: 'GET', url: '/readyz' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      checks: expect.arrayContaining([
        expect.objectContaining({ name: 'lightning canary', ready: true }),
      ]) as unknown,
    })
  })
})
