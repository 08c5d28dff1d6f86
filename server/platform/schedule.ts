import type { Log } from './log.ts'

export interface Schedule {
  /** Runs a task now and then again and again, with a pause between the end of one run and the next. */
  every(name: string, pauseMs: number, task: () => Promise<void>): void
  /** Runs a task of `every` at once instead of at the end of its pause. */
  nudge(name: string): void
  /** Ends every task; resolves when those under way have finished. */
  stop(): Promise<void>
}

interface Task {
  wake: () => void
  done: Promise<void>
}

/** Repeated work. A run never overlaps the one before it, and a run that fails is reported and tried again. */
export function createSchedule(log: Log): Schedule {
  const tasks = new Map<string, Task>()
  let stopping = false

  async function repeat(name: string, pauseMs: number, run: () => Promise<void>, task: Task) {
    while (!stopping) {
      let timer: NodeJS.Timeout | undefined
      const pause = new Promise<void>(resolve => {
        task.wake = resolve
        timer = setTimeout(resolve, pauseMs)
      })
      try {
        await run()
      } catch (error) {
        log.error({ err: error, task: name }, 'a scheduled task failed')
      }
      if (!stopping) await pause
      clearTimeout(timer)
    }
  }

  return {
    every(name, pauseMs, run) {
      if (tasks.has(name)) throw new Error(`There is a task named ${name} already`)
      const task: Task = { wake: () => {}, done: Promise.resolve() }
      tasks.set(name, task)
      task.done = repeat(name, pauseMs, run, task)
    },
    nudge(name) {
      tasks.get(name)?.wake()
    },
    async stop() {
      stopping = true
      for (const task of tasks.values()) task.wake()
      await Promise.all([...tasks.values()].map(task => task.done))
    },
  }
}
