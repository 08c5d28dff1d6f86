export interface BackupRule {
  /** The age beyond which the other source's last data is no longer current. */
  readonly replacesAfterMs: number
  /** How long the other source has after startup before it is considered missing. */
  readonly graceMs: number
  /** How often to check whether this source is needed. */
  readonly turnMs: number
}

/** Decides when a backup source is needed. Every process receives the data of the source that it replaces. */
export class Backup {
  readonly #rule: BackupRule
  #otherMs: number | null = null
  #runningSinceMs: number | undefined
  #lastTurnMs = -Infinity

  constructor(rule: BackupRule) {
    this.#rule = rule
  }

  /** The newest time that the other source has covered. */
  get otherMs(): number | null {
    return this.#otherMs
  }

  otherHeard(ms: number) {
    this.#otherMs = Math.max(this.#otherMs ?? -Infinity, ms)
  }

  /**
   * If there is no data from the other source yet, its grace period begins when this process begins to run the feeds.
   */
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
