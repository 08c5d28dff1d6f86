/** One flash, as a satellite saw it. Times are milliseconds since the Unix epoch, in UTC. */
export interface Flash {
  /** Unique within its file. */
  readonly id: number
  /** When its first light was seen. */
  readonly timeMs: number
  readonly latitude: number
  /** Within ±180. */
  readonly longitude: number
  readonly areaKm2: number | null
  /** 0 is good; 1, 3 and 5 are degraded, and are used anyway because someone may be under the storm. */
  readonly quality: number | null
}

/** A file's contents: every flash that a satellite reported within a few seconds. */
export interface GlmFile {
  /** The satellite's name in its files: 'G19'. */
  readonly satellite: string
  readonly startMs: number
  readonly endMs: number
  readonly flashes: readonly Flash[]
}

/** Why a file is rejected, for the status page. */
export class UnreadableGlm extends Error {}

/** A flash may have begun this long before the window of the file that reports it. */
export const mostBeforeWindowMs = 5_000
