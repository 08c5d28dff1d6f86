import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadMessage, ThreadWork } from './thread.ts'

/** The worker side of `inThread`: takes one step for each 'next'. */
const { module, name, args } = workerData as ThreadWork
// Only Linux applies this to the thread alone; elsewhere it applies to the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

const exported = ((await import(module)) as Record<string, unknown>)[name]
if (typeof exported !== 'function') throw new TypeError(`${module} exports no generator ${name}`)
const steps = exported(...args) as Iterator<unknown>

parentPort?.on('message', () => {
  const step = steps.next()
  const word: ThreadMessage = step.done === true ? 'done' : { value: step.value }
  parentPort?.postMessage(word, [])
})
