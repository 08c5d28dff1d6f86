/** One flash, as a satellite saw it. Instants are milliseconds since the epoch, in UTC. */
export interface Flash {
  /** Unique within its file. */
  readonly id: number
  /** When its first light was seen. */
  readonly timeMs: number
  readonly latitude: number
  /** Within ±180. */
  readonly longitude: number
  readonly areaKm2: number | null
  /** 0 is good; 1, 3 and 5 are degraded, and count all the same: somebody may stand below. */
  readonly quality: number | null
}

/** What one file holds: every flash that a satellite reported in some seconds. */
export interface GlmFile {
  /** As files name them: 'G19'. */
  readonly satellite: string
  readonly startMs: number
  readonly endMs: number
  readonly flashes: readonly Flash[]
}

/** Why a file is not read, in words for the status page. */
export class UnreadableGlm extends Error {}

/** A flash may have begun this long before the window of the file that reports it. */
export const mostBeforeWindowMs = 5_000
