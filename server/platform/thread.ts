import { on, once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The work for the thread: a generator that a module exports, and its arguments. */
export interface ThreadWork {
  readonly module: string
  readonly name: string
  readonly args: readonly unknown[]
}

/** One yielded value, or the end. */
export type ThreadMessage = { readonly value: unknown } | 'done'

/**
 * Returns whether a message is for Node, which passes it on: under `node --watch` a thread reports each file that it
 * reads on the same channel it uses to send us messages.
 */
export function isForNode(message: object | string): boolean {
  return typeof message === 'object' && ('watch:import' in message || 'watch:require' in message)
}

async function nextWord(worker: Worker, signal: AbortSignal): Promise<ThreadMessage> {
  for await (const [message] of on(worker, 'message', { signal }) as AsyncIterable<[ThreadMessage]>) {
    if (!isForNode(message)) return message
  }
  throw new Error('The thread no longer has a listener')
}

/**
 * Runs a generator of another module in a separate low-priority thread. It stays at most one step ahead of the reader,
 * and ends when it is done or when the reader stops.
 */
export async function* inThread<Item>(
  module: string,
  name: string,
  args: readonly unknown[],
): AsyncGenerator<Item> {
  const workerData: ThreadWork = { module, name, args }
  const worker = new Worker(new URL('./thread-worker.ts', import.meta.url), { workerData })
  const over = new AbortController()
  // A thread that exits silently must not look like the end of the work.
  const ended = once(worker, 'exit', { signal: over.signal }).then((): ThreadMessage => {
    throw new Error('A thread exited before its work was done')
  })
  ended.catch(() => {}) // the error is reported by whatever is being awaited at the time

  function next(): Promise<ThreadMessage> {
    worker.postMessage('next', [])
    const first = Promise.race([nextWord(worker, over.signal), ended])
    first.catch(() => {}) // the error is reported when this is awaited, if it still is
    return first
  }

  try {
    for (let coming = next(); ;) {
      const word = await coming
      if (word === 'done') return
      coming = next()
      yield word.value as Item
    }
  } finally {
    over.abort()
    await worker.terminate()
  }
}
