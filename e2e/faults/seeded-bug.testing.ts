/** A mistake that somebody could make, and the tests that must notice it. */
export interface SeededBug {
  readonly name: string
  readonly file: string
  readonly from: string
  readonly to: string
  readonly caughtBy: string
}
