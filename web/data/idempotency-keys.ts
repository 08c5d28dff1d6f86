/** For how long somebody may press again because an answer was lost; later the same words are another wish. */
const rememberedMs = 10 * 60_000

interface Lost {
  readonly key: string
  readonly atMs: number
}

export interface IdempotencyKeys {
  /** Sends a wish under its key. */
  send<Answer>(wish: string, send: (key: string) => Promise<Answer>): Promise<Answer>
}

/**
 * The keys under which wishes are sent. Each press of a button is a new wish, with a new key; but one whose answer was
 * lost, and that is pressed again as it was, is still the same: the server may have fulfilled it already.
 */
export function createIdempotencyKeys(deps: {
  readonly makeKey: () => string
  readonly nowMs: () => number
  /** Whether nobody knows, after this failure, what became of a wish. */
  readonly isLost: (error: unknown) => boolean
}): IdempotencyKeys {
  const { makeKey, nowMs, isLost } = deps
  const lost = new Map<string, Lost>()

  function keyOf(wish: string): string {
    for (const [other, { atMs }] of lost) if (nowMs() - atMs > rememberedMs) lost.delete(other)
    return lost.get(wish)?.key ?? makeKey()
  }

  return {
    async send(wish, send) {
      const key = keyOf(wish)
      lost.delete(wish)
      try {
        return await send(key)
      } catch (error) {
        if (isLost(error)) lost.set(wish, { key, atMs: nowMs() })
        throw error
      }
    },
  }
}
