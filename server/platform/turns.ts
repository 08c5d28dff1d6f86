import type { Clock } from './clock.ts'

/** How long one turn may last, while everything else in the process waits. */
const turnMs = 1

/** Runs short pieces of work one after another, and yields to the rest of the process in between. */
export function createTurns(clock: Pick<Clock, 'monotonicMs'>) {
  const waiting: (() => void)[] = []
  let isRunning = false

  function turn() {
    const endMs = clock.monotonicMs() + turnMs
    do waiting.shift()?.()
    while (waiting.length > 0 && clock.monotonicMs() < endMs)
    isRunning = waiting.length > 0
    if (isRunning) setImmediate(turn)
  }

  return <T>(work: () => T): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    waiting.push(() => {
      try {
        resolve(work())
      } catch (error) {
        reject(error)
      }
    })
    if (!isRunning) setImmediate(turn)
    isRunning = true
    return promise
  }
}
