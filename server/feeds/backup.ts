export interface BackupRule {
  /** Older than this, what the other source said last is not how it is now. */
  readonly replacesAfterMs: number
  /** How long the other source has after a start, before it counts as missing. */
  readonly graceMs: number
  /** How often is looked whether this one is needed. */
  readonly turnMs: number
}

/** When a source is needed that only replaces another one: what that one says is heard by every process. */
export class Backup {
  readonly #rule: BackupRule
  #otherMs: number | null = null
  #runningSinceMs: number | undefined
  #lastTurnMs = -Infinity

  constructor(rule: BackupRule) {
    this.#rule = rule
  }

  /** The newest instant of which the other source has spoken. */
  get otherMs(): number | null {
    return this.#otherMs
  }

  otherHeard(ms: number) {
    this.#otherMs = Math.max(this.#otherMs ?? -Infinity, ms)
  }

  /** Without a word of the other source it is waited for, from when this process began to run the feeds. */
  isNeeded(atMs: number): boolean {
    const { replacesAfterMs, graceMs, turnMs } = this.#rule
    if (this.#runningSinceMs === undefined || atMs - this.#lastTurnMs > 3 * turnMs)
      this.#runningSinceMs = atMs
    this.#lastTurnMs = atMs
    return this.#otherMs === null
      ? atMs - this.#runningSinceMs >= graceMs
      : atMs - this.#otherMs > replacesAfterMs
  }
}
