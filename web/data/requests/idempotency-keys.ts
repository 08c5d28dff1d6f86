/**
 * How long a repeated request is treated as the same request after its response was lost. After that, it is a new one.
 */
const rememberedMs = 10 * 60_000

interface Lost {
  readonly key: string
  readonly atMs: number
}

export interface IdempotencyKeys {
  /** Sends a request under its idempotency key. */
  send<Answer>(request: string, send: (key: string) => Promise<Answer>): Promise<Answer>
}

/**
 * Creates the idempotency keys of requests. Each click on a button is a new request with a new key. But if the response
 * was lost and the same request is sent again unchanged, it keeps its key, because the server may already have executed
 * it.
 */
export function createIdempotencyKeys(deps: {
  readonly makeKey: () => string
  readonly nowMs: () => number
  /** Whether the outcome of the request is unknown after this failure. */
  readonly isLost: (error: unknown) => boolean
}): IdempotencyKeys {
  const { makeKey, nowMs, isLost } = deps
  const lost = new Map<string, Lost>()

  function keyOf(request: string): string {
    for (const [other, { atMs }] of lost) if (nowMs() - atMs > rememberedMs) lost.delete(other)
    return lost.get(request)?.key ?? makeKey()
  }

  return {
    async send(request, send) {
      const key = keyOf(request)
      lost.delete(request)
      try {
        return await send(key)
      } catch (error) {
        if (isLost(error)) lost.set(request, { key, atMs: nowMs() })
        throw error
      }
    },
  }
}
