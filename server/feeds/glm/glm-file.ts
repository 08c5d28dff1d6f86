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
  /** How far the farthest of its groups, each the light of one instant, is from the flash's position; 0 if the file has no groups. */
  readonly reachKm: number
  /** 0 is good; 1, 3 and 5 are degraded, and are used anyway because someone may be under the storm. */
  readonly quality: number | null
}

/** A file's contents: every flash that a satellite reported within a few seconds. */
export interface GlmFile {
  /** The satellite's name in its files: 'G19'. */
  readonly satellite: string
  readonly startMs: number
  readonly endMs: number
  /** Every flash that can be read. */
  readonly flashes: readonly Flash[]
  /** Why the file does not prove that there were no other flashes, as text for operators; null if it does. */
  readonly doubt: string | null
  /** The area that the satellite says it watches; null if it does not say. */
  readonly view: View | null
}

/** The west is a smaller number than the east, and may be below -180. */
export interface View {
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}

/** Half of the Americas always has lightning somewhere, so a file without any proves something only between others. */
export const noFlashes = 'it reports no flash anywhere'

/** Why a file is rejected, for the status page. */
export class UnreadableGlm extends Error {}

/** A flash may have begun this long before the window of the file that reports it. */
export const mostBeforeWindowMs = 5_000
