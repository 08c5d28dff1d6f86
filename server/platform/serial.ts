/** Runs operations one at a time, in the order of the calls. */
export function createSerial(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const result = last.then(work)
    last = result.catch(() => {}) // the caller gets the error; the next operation still runs
    return result
  }
}

/**
 * Runs the same work one run at a time: immediately if none is running, otherwise once afterward for all callers that
 * ask in the meantime.
 */
export function createSharedRun(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  return function run(): Promise<void> {
    if (!running) {
      running = work().finally(() => (running = undefined))
      return running
    }
    const before = running.catch(() => {}) // its caller gets the error
    next ??= before.then(() => {
      next = undefined
      return run()
    })
    return next
  }
}
