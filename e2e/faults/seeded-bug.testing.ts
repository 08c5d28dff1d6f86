/** A plausible mistake, and the tests that must detect it. */
export interface SeededBug {
  readonly name: string
  readonly file: string
  readonly from: string
  readonly to: string
  readonly caughtBy: string
}
