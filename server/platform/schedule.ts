import { minuteMs, secondMs, systemClock, type Clock } from './clock.ts'
import type { Log } from './log.ts'

/** The state of a task. */
export interface TaskState {
  readonly name: string
  readonly pauseMs: number
  readonly isRunning: boolean
  /** Failed runs since the last successful one. */
  readonly failures: number
  readonly lastError: string | null
  /** Milliseconds since the first of those failures; null while it does not fail. */
  readonly failingForMs: number | null
  /** Milliseconds since its last success, or since it could first run; null while another process runs it. */
  readonly sinceSuccessMs: number | null
}

export interface Schedule {
  /**
   * Runs a task now and then repeatedly, with a pause between the end of one run and the start of the next. A task that
   * belongs to the leader starts within a second after this process becomes the leader.
   */
  every(name: string, pauseMs: number, task: () => Promise<void>, isOurs?: () => boolean): void
  /** Runs a task of `every` immediately instead of at the end of its pause; a failing one still keeps its pause. */
  nudge(name: string): void
  states(): TaskState[]
  /** Stops every task; resolves when the current runs have finished. */
  stop(): Promise<void>
}

/** Calls a function once, after a pause; the returned function cancels that. */
export type StartTimer = (run: () => void, afterMs: number) => () => void
const realTimer: StartTimer = (run, afterMs) => {
  const timer = setTimeout(run, afterMs)
  return () => clearTimeout(timer)
}

/** Returns a schedule for the leader's work: it runs only while this process is the leader. */
export function onlyWhile(schedule: Schedule, isOurs: () => boolean): Schedule {
  const names = new Set<string>()
  return {
    ...schedule,
    every(name, pauseMs, task) {
      names.add(name)
      schedule.every(name, pauseMs, task, isOurs)
    },
    states: () => schedule.states().filter(({ name }) => names.has(name)),
  }
}

/** People wait for work that runs at least this often; the rest is cleanup. */
const frequentMs = 10 * secondMs
/** Tasks that run at least every second are short; others may process years of history or a report of many pages. */
const shortMs = secondMs
const overdueAfterMs = 30 * secondMs
const longestRunMs = 10 * minuteMs

/** Returns how long a task may go without success: less if it failed, or if people wait for it. */
function patienceWith({ pauseMs, failures }: TaskState): number {
  if (pauseMs > frequentMs) return Infinity
  return pauseMs + (failures > 0 || pauseMs <= shortMs ? overdueAfterMs : longestRunMs)
}

/** Describes the first frequent task that fails or hangs. */
export function overdueTask(states: readonly TaskState[]): string | null {
  for (const state of states) {
    const { name, sinceSuccessMs, lastError } = state
    if (sinceSuccessMs === null || sinceSuccessMs < patienceWith(state)) continue
    const because = lastError === null ? 'it is still running' : lastError
    return `'${name}' has not succeeded for ${Math.round(sinceSuccessMs / secondMs)} s: ${because}`
  }
  return null
}

interface Task {
  readonly pauseMs: number
  isRunning: boolean
  wake: () => void
  endBackOff: () => void
  done: Promise<void>
  failures: number
  lastError: string | null
  /** Time of the first failed run after the last successful one. */
  failedAtMs: number | undefined
  /** Time of its last success, or when this process became the leader; undefined while it is not. */
  goodAtMs: number | undefined
}

const notFailing = { failures: 0, lastError: null, failedAtMs: undefined } as const

/** A failed task is not retried immediately, even when nudged, but soon enough to recover quickly. */
const longestBackOffMs = 5 * secondMs
/** How soon a task starts after this process becomes the leader. */
const lookForOursMs = secondMs

/** Creates a schedule of repeated work. Runs of a task never overlap, and a failed run is logged and retried. */
export function createSchedule(
  log: Log,
  { monotonicMs }: Pick<Clock, 'monotonicMs'> = systemClock,
  startTimer: StartTimer = realTimer,
): Schedule {
  const tasks = new Map<string, Task>()
  let stopping = false

  function pauseOf(ms: number) {
    let end = () => {}
    const over = new Promise<void>(resolve => {
      const cancel = startTimer(resolve, ms)
      end = () => {
        cancel()
        resolve()
      }
    })
    return { over, end }
  }

  /** Runs a task once; returns how long to wait before running it again. */
  async function runOnce(name: string, task: Task, run: () => Promise<void>): Promise<number> {
    task.isRunning = true
    try {
      await run()
      Object.assign(task, { ...notFailing, goodAtMs: monotonicMs() })
      return 0
    } catch (error) {
      task.failures++
      task.failedAtMs ??= monotonicMs()
      task.lastError = (error as Error).message
      log.error({ err: error, task: name }, 'a scheduled task failed')
      return Math.min(secondMs * 2 ** (task.failures - 1), longestBackOffMs)
    } finally {
      task.isRunning = false
    }
  }

  async function repeat(name: string, task: Task, run: () => Promise<void>, isOurs: () => boolean) {
    while (!stopping) {
      const isDue = isOurs()
      const pause = pauseOf(isDue ? task.pauseMs : Math.min(task.pauseMs, lookForOursMs))
      task.wake = pause.end
      if (isDue) {
        task.goodAtMs ??= monotonicMs()
        const backOffMs = await runOnce(name, task, run)
        if (backOffMs > 0 && !stopping) {
          const backOff = pauseOf(backOffMs)
          task.endBackOff = backOff.end
          await backOff.over
        }
      } else Object.assign(task, { ...notFailing, goodAtMs: undefined })
      if (!stopping) await pause.over
      pause.end()
    }
  }

  return {
    every(name, pauseMs, run, isOurs = () => true) {
      if (tasks.has(name)) throw new Error(`There is already a task named ${name}`)
      const task: Task = {
        pauseMs,
        isRunning: false,
        wake: () => {},
        endBackOff: () => {},
        done: Promise.resolve(),
        ...notFailing,
        goodAtMs: undefined,
      }
      tasks.set(name, task)
      task.done = repeat(name, task, run, isOurs)
    },
    nudge(name) {
      tasks.get(name)?.wake()
    },
    states: () =>
      [...tasks].map(([name, { pauseMs, isRunning, failures, lastError, failedAtMs, goodAtMs }]) => ({
        name,
        pauseMs,
        isRunning,
        failures,
        lastError,
        failingForMs: failedAtMs === undefined ? null : monotonicMs() - failedAtMs,
        sinceSuccessMs: goodAtMs === undefined ? null : monotonicMs() - goodAtMs,
      })),
    async stop() {
      stopping = true
      for (const task of tasks.values()) {
        task.wake()
        task.endBackOff()
      }
      await Promise.all([...tasks.values()].map(task => task.done))
    },
  }
}
