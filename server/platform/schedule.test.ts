import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from './log.ts'
import { createSchedule, onlyWhile, overdueTask } from './schedule.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Creates a task whose runs end when the test decides. */
function heldTask() {
  const ends: (() => void)[] = []
  const run = vi.fn<() => Promise<void>>(() => new Promise(resolve => void ends.push(resolve)))
  const end = async () => {
    ends.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { run, end }
}

describe('a repeated task', () => {
  test('runs at once and again after each pause', async () => {
    const schedule = createSchedule(silentLog)
    const run = vi.fn<() => Promise<void>>(async () => {})
    schedule.every('look', 1000, run)
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(999)
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(run).toHaveBeenCalledTimes(2)
    await schedule.stop()
  })

  test('never overlaps itself, however long it takes', async () => {
    const schedule = createSchedule(silentLog)
    const { run, end } = heldTask()
    schedule.every('look', 1000, run)
    await vi.advanceTimersByTimeAsync(10_000)
    schedule.nudge('look')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(run).toHaveBeenCalledTimes(1)
    await end()
    expect(run).toHaveBeenCalledTimes(2)
    const stopped = schedule.stop()
    await end()
    await stopped
  })

  test('a nudge ends the pause', async () => {
    const schedule = createSchedule(silentLog)
    const run = vi.fn<() => Promise<void>>(async () => {})
    schedule.every('look', 60_000, run)
    await vi.advanceTimersByTimeAsync(10)
    schedule.nudge('look')
    await vi.advanceTimersByTimeAsync(0)
    expect(run).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(run).toHaveBeenCalledTimes(2)
    await schedule.stop()
  })

  test('a nudge during a run is not lost: the task runs once more', async () => {
    const schedule = createSchedule(silentLog)
    const { run, end } = heldTask()
    schedule.every('look', 60_000, run)
    schedule.nudge('look')
    await end()
    expect(run).toHaveBeenCalledTimes(2)
    const stopped = schedule.stop()
    await end()
    await stopped
  })

  test.each([
    ['rejects', () => Promise.reject(new Error('broken'))],
    [
      'throws',
      () => {
        throw new Error('broken')
      },
    ],
  ])('is logged and retried when it %s', async (_, broken) => {
    const log = { ...silentLog, error: vi.fn<() => void>() }
    const schedule = createSchedule(log)
    const run = vi.fn<() => Promise<void>>(broken)
    schedule.every('look', 1000, run)
    await vi.advanceTimersByTimeAsync(1000)
    expect(run).toHaveBeenCalledTimes(2)
    expect(log.error).toHaveBeenCalledWith(
      { err: new Error('broken'), task: 'look' },
      'a scheduled task failed',
    )
    await schedule.stop()
  })

  test('is retried after a failure with growing pauses, up to 5 s, and as usual once it succeeds', async () => {
    const schedule = createSchedule(silentLog)
    const times: number[] = []
    let broken = true
    const start = performance.now()
    schedule.every('look', 1000, async () => {
      times.push(Math.round(performance.now() - start))
      if (broken) throw new Error('broken')
    })
    await vi.advanceTimersByTimeAsync(17_000)
    broken = false
    await vi.advanceTimersByTimeAsync(7_000)
    expect(times).toEqual([0, 1000, 3000, 7000, 12_000, 17_000, 22_000, 23_000, 24_000])
    await schedule.stop()
  })

  test('reports why and since when it fails, until it succeeds', async () => {
    const schedule = createSchedule(silentLog)
    let fault: string | null = null
    schedule.every('look', 1000, async () => {
      if (fault !== null) throw new Error(fault)
    })
    await vi.advanceTimersByTimeAsync(500)
    expect(schedule.states()).toMatchObject([{ failures: 0, lastError: null, failingForMs: null }])
    fault = 'the first reason'
    await vi.advanceTimersByTimeAsync(1000)
    fault = 'another reason'
    await vi.advanceTimersByTimeAsync(1500)
    expect(schedule.states()).toMatchObject([
      { failures: 2, lastError: 'another reason', failingForMs: 2000 },
    ])
    fault = null
    await vi.advanceTimersByTimeAsync(5000)
    expect(schedule.states()).toMatchObject([{ failures: 0, lastError: null, failingForMs: null }])
    await schedule.stop()
  })

  test('does not rerun at once after a failure when it is nudged', async () => {
    const schedule = createSchedule(silentLog)
    const run = vi.fn<() => Promise<void>>(async () => {
      schedule.nudge('look')
      throw new Error('broken')
    })
    schedule.every('look', 60_000, run)
    await vi.advanceTimersByTimeAsync(999)
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(run).toHaveBeenCalledTimes(2)
    await schedule.stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('has a unique name', async () => {
    const schedule = createSchedule(silentLog)
    schedule.every('look', 1000, async () => {})
    expect(() => schedule.every('look', 1000, async () => {})).toThrow('There is already a task named look')
    expect(() => schedule.nudge('nobody')).not.toThrow()
    await schedule.stop()
  })
})

describe("a leader's task", () => {
  test('does not run while another process is the leader, and starts within a second after this one is', async () => {
    const schedule = createSchedule(silentLog)
    let isOurs = false
    const run = vi.fn<() => Promise<void>>(async () => {})
    onlyWhile(schedule, () => isOurs).every('tidy up', 86_400_000, run)
    await vi.advanceTimersByTimeAsync(90_000_000)
    expect(run).not.toHaveBeenCalled()
    isOurs = true
    await vi.advanceTimersByTimeAsync(1000)
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(86_399_000)
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(run).toHaveBeenCalledTimes(2)
    await schedule.stop()
  })

  test('reports the time since its last success, whether it fails or hangs, and only while this process is the leader', async () => {
    const schedule = createSchedule(silentLog)
    let isOurs = true
    const { run, end } = heldTask()
    const records = onlyWhile(schedule, () => isOurs)
    records.every('hangs', 1000, run)
    records.every('fails', 1000, () => Promise.reject(new Error('broken')))
    records.every('has much to do', 2000, () => new Promise(resolve => void setTimeout(resolve, 300_000)))
    schedule.every('another’s', 1000, () => Promise.reject(new Error('broken too')))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(overdueTask(records.states())).toBeNull()
    await vi.advanceTimersByTimeAsync(2000)
    expect(overdueTask(records.states())).toBe("'hangs' has not succeeded for 32 s: it is still running")
    await end()
    expect(overdueTask(records.states())).toBe("'fails' has not succeeded for 32 s: broken")
    expect(records.states()).toMatchObject([
      { name: 'hangs', failures: 0 },
      { name: 'fails', failures: 9, lastError: 'broken' },
      { name: 'has much to do', failures: 0 },
    ])
    isOurs = false
    await end()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(overdueTask(records.states())).toBeNull()
    expect(records.states()).toMatchObject([
      { sinceSuccessMs: null },
      { sinceSuccessMs: null, failures: 0 },
      { name: 'has much to do' },
    ])
    const stopped = schedule.stop()
    await vi.advanceTimersByTimeAsync(300_000)
    await stopped
  })
})

/** A pause that no other timer in this process has: timers of an earlier test must not be counted. */
const ownPauseMs = 61_234

describe('stopping', () => {
  const begun = new Map<unknown, number>()
  const pausesLeft = () => [...begun.values()].filter(ms => ms === ownPauseMs).length
  beforeEach(() => {
    begun.clear()
    const { setTimeout: begin, clearTimeout: end } = globalThis
    vi.stubGlobal('setTimeout', (run: () => void, ms: number) => {
      const timer = begin(run, ms)
      begun.set(timer, ms)
      return timer
    })
    vi.stubGlobal('clearTimeout', (timer: NodeJS.Timeout) => {
      begun.delete(timer)
      end(timer)
    })
  })
  afterEach(() => void vi.unstubAllGlobals())

  test('waits for the current run, and starts no other', async () => {
    const schedule = createSchedule(silentLog)
    const { run, end } = heldTask()
    schedule.every('look', ownPauseMs, run)
    expect(pausesLeft()).toBe(1)
    const stopped = vi.fn<() => void>()
    void schedule.stop().then(stopped)
    await vi.advanceTimersByTimeAsync(5000)
    expect(stopped).not.toHaveBeenCalled()
    await end()
    expect(stopped).toHaveBeenCalled()
    expect(run).toHaveBeenCalledTimes(1)
    expect(pausesLeft()).toBe(0)
  })

  test('ends a pause at once', async () => {
    const schedule = createSchedule(silentLog)
    schedule.every('look', ownPauseMs, async () => {})
    await vi.advanceTimersByTimeAsync(10)
    expect(pausesLeft()).toBe(1)
    await schedule.stop()
    expect(pausesLeft()).toBe(0)
  })
})
