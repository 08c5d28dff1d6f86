import { on, once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** What the thread is told to run: a generator that a module exports, and what it is given. */
export interface ThreadWork {
  readonly module: string
  readonly name: string
  readonly args: readonly unknown[]
}

/** One thing that it has yielded, or the end. */
export type ThreadMessage = { readonly value: unknown } | 'done'

/**
 * Under `node --watch` a thread reports each file that it reads, on the line on which it speaks to us. That is for
 * Node, which does not keep it to itself.
 */
export function isForNode(message: object | string): boolean {
  return typeof message === 'object' && ('watch:import' in message || 'watch:require' in message)
}

async function nextWord(worker: Worker, signal: AbortSignal): Promise<ThreadMessage> {
  for await (const [message] of on(worker, 'message', { signal }) as AsyncIterable<[ThreadMessage]>) {
    if (!isForNode(message)) return message
  }
  throw new Error('Nobody listens to the thread any more')
}

/**
 * Runs a generator of another module in a thread of its own, behind everybody else. It is one step ahead of whoever
 * reads, and no more. It ends when it is done, or when nobody reads on.
 */
export async function* inThread<Item>(
  module: string,
  name: string,
  args: readonly unknown[],
): AsyncGenerator<Item> {
  const workerData: ThreadWork = { module, name, args }
  const worker = new Worker(new URL('./thread-worker.ts', import.meta.url), { workerData })
  const over = new AbortController()
  // An end without a word must not be taken for the end of the work.
  const ended = once(worker, 'exit', { signal: over.signal }).then((): ThreadMessage => {
    throw new Error('A thread has ended before its work was done')
  })
  ended.catch(() => {}) // told by whatever is awaited meanwhile

  function next(): Promise<ThreadMessage> {
    worker.postMessage('next', [])
    const first = Promise.race([nextWord(worker, over.signal), ended])
    first.catch(() => {}) // told when it is awaited, if it still is
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
