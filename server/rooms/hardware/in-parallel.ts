/**
 * Runs work on each item with limited concurrency. If anything fails, rejects with the first failure once all work has
 * finished.
 */
export async function inParallel<T>(
  all: readonly T[],
  most: number,
  act: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = [...all]
  const ended = await Promise.allSettled(
    Array.from({ length: Math.min(most, all.length) }, async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await act(one)
    }),
  )
  const failed = ended.find(each => each.status === 'rejected')
  if (failed) throw failed.reason
}
