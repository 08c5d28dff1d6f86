import type { LightningSatellite } from '#domain/lightning/satellite'
import { hourMs, minuteMs } from '#server/platform/clock'
import { noFlashes } from './glm-file.ts'
import { provingWindows, touchingMs, type ReadWindow, type SeenWindow } from './merge.ts'
import { windowOfKey } from './parse.ts'

/** A window that was read, here or by the process that ran the feed before. */
export interface KnownWindow extends ReadWindow {
  readonly key: string
  /** Null if another process read and published it. */
  readonly seen: SeenWindow | null
  isTold: boolean
}

/** How late a file may arrive, and how far back to request after startup. Longer than any all-clear time. */
export const lookBackMs = hourMs + 5 * minuteMs

/** Creates the list of the last hour's windows that were read. */
export function createWindows() {
  const byKey = new Map<string, KnownWindow>()

  return {
    has: (key: string) => byKey.has(key),
    all: (): readonly KnownWindow[] => [...byKey.values()],

    add(key: string, seen: SeenWindow) {
      const { by, startMs, endMs, doubt } = seen
      byKey.set(key, { key, by, startMs, endMs, doubt, seen, isTold: false })
    },

    /** Adds a window without a doubt that another process published. Only the window's name is known. */
    addTold(key: string, satellites: Readonly<Record<string, LightningSatellite>>) {
      const window = windowOfKey(key)
      const by = window && satellites[window.satellite]
      if (!window || !by || byKey.has(key)) return
      const { startMs, endMs } = window
      byKey.set(key, { key, by, startMs, endMs, doubt: null, seen: null, isTold: true })
    },

    /** Returns the unpublished windows, newest first, because the current state matters most. */
    untold: (): KnownWindow[] =>
      [...byKey.values()]
        .filter(({ isTold }) => !isTold)
        .toSorted((one, other) => other.startMs - one.startMs),

    /**
     * Handles the loss of published data from a given time on. The data is published again, or read again if it is not
     * here.
     */
    lose(fromMs: number) {
      for (const window of byKey.values()) {
        if (!(window.endMs >= fromMs)) continue
        if (window.seen) window.isTold = false
        else byKey.delete(window.key)
      }
    },

    /** Returns the start of a satellite's first window that is missing or doubtful: a better file may replace it. */
    firstGap(by: LightningSatellite, sinceMs: number): number {
      let untilMs = sinceMs
      for (const { startMs, endMs } of provingWindows([...byKey.values()], by)) {
        if (endMs <= sinceMs) continue
        if (startMs > untilMs + touchingMs) break
        untilMs = Math.max(untilMs, endMs)
      }
      return untilMs
    },

    /** Returns when the newest window ends that proves something. */
    newestEnd(by: LightningSatellite): number | null {
      return provingWindows([...byKey.values()], by).at(-1)?.endMs ?? null
    },

    /** Returns the newest window with a doubt. One without a flash counts only until one with a flash follows. */
    newestDoubted(by: LightningSatellite): KnownWindow | undefined {
      const own = [...byKey.values()].filter(window => window.by === by)
      const inOrder = own.toSorted((one, other) => one.startMs - other.startMs)
      return inOrder.findLast(
        window => window.doubt !== null && (window.doubt !== noFlashes || window === inOrder.at(-1)),
      )
    },

    dropBefore(ms: number) {
      for (const { key, endMs } of byKey.values()) if (endMs < ms) byKey.delete(key)
    },
  }
}

export type Windows = ReturnType<typeof createWindows>
