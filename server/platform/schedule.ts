import { secondMs } from './clock.ts'
import type { Log } from './log.ts'

export interface Schedule {
  /** Runs a task now and then again and again, with a pause between the end of one run and the next. */
  every(name: string, pauseMs: number, task: () => Promise<void>): void
  /** Runs a task of `every` at once instead of at the end of its pause; one that fails keeps a pause all the same. */
  nudge(name: string): void
  /** Ends every task; resolves when those under way have finished. */
  stop(): Promise<void>
}

/** A schedule for work that one process does for all: of its runs those that fall into the time when it is ours. */
export function onlyWhile(schedule: Schedule, isOurs: () => boolean): Schedule {
  return {
    ...schedule,
    every: (name, pauseMs, task) =>
      schedule.every(name, pauseMs, async () => {
        if (isOurs()) await task()
      }),
  }
}

interface Task {
  wake: () => void
  endBackOff: () => void
  done: Promise<void>
}

/** What fails is not tried again at once, whoever asks for it, but never so late that healing would take long. */
const longestBackOffMs = 5 * secondMs

/** Repeated work. A run never overlaps the one before it, and a run that fails is reported and tried again. */
export function createSchedule(log: Log): Schedule {
  const tasks = new Map<string, Task>()
  let stopping = false

  function pauseOf(ms: number) {
    let end = () => {}
    const over = new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms)
      end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    return { over, end }
  }

  async function repeat(name: string, pauseMs: number, run: () => Promise<void>, task: Task) {
    for (let failures = 0; !stopping;) {
      const pause = pauseOf(pauseMs)
      task.wake = pause.end
      try {
        await run()
        failures = 0
      } catch (error) {
        failures++
        log.error({ err: error, task: name }, 'a scheduled task failed')
      }
      if (failures > 0 && !stopping) {
        const backOff = pauseOf(Math.min(secondMs * 2 ** (failures - 1), longestBackOffMs))
        task.endBackOff = backOff.end
        await backOff.over
      }
      if (!stopping) await pause.over
      pause.end()
    }
  }

  return {
    every(name, pauseMs, run) {
      if (tasks.has(name)) throw new Error(`There is a task named ${name} already`)
      const task: Task = { wake: () => {}, endBackOff: () => {}, done: Promise.resolve() }
      tasks.set(name, task)
      task.done = repeat(name, pauseMs, run, task)
    },
    nudge(name) {
      tasks.get(name)?.wake()
    },
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
