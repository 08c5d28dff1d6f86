import type { live, LiveEvent } from '#contract/live'
import { frame, type Sink } from '#server/platform/http/stream'

/** Everybody who listens to the live stream, by person. */
export interface Readers {
  add(userId: string, sink: Sink): () => void
  tell(userId: string, event: LiveEvent): void
  /** The same frame for all: it is made once. */
  tellAll(event: LiveEvent): void
  count(): number
  closeAll(): void
}

export function createReaders(): Readers {
  const readers = new Map<string, Set<Sink>>()

  return {
    add(userId, sink) {
      const own = readers.get(userId) ?? new Set()
      readers.set(userId, own.add(sink))
      return () => {
        own.delete(sink)
        if (own.size === 0) readers.delete(userId)
      }
    },
    tell(userId, event) {
      const own = readers.get(userId)
      if (!own) return
      const bytes = frame<typeof live>(event)
      for (const sink of own) sink.send(bytes)
    },
    tellAll(event) {
      const bytes = frame<typeof live>(event)
      for (const own of readers.values()) for (const sink of own) sink.send(bytes)
    },
    count: () => [...readers.values()].reduce((sum, own) => sum + own.size, 0),
    closeAll() {
      for (const own of readers.values()) for (const sink of own) sink.close()
    },
  }
}
