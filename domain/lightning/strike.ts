/** Ground General, Ground to Cloud, Cloud to Ground, Cloud Pulse: the numbers in the API. */
export const strikeTypes = [1, 2, 3, 4] as const
export type StrikeType = (typeof strikeTypes)[number]

/** One lightning event as reported by a feed. Times are milliseconds since the epoch, in UTC. */
export interface Strike {
  /** Unique within its source, or meant to be: the same ID with another time or place is another strike. */
  readonly id: string
  readonly source: string
  readonly timeMs: number
  readonly latitude: number
  readonly longitude: number
  /** Peak current in kA, signed, if the source reports it. */
  readonly amp: number | null
  readonly type: StrikeType
  /** Position error, by which rings are widened. */
  readonly positionErrorMiles: number
  /** Set if this customer's own instrument reported the strike, which then affects only this customer's rings. */
  readonly customerId?: number
  /**
   * Set if the sensor measured only the distance, which means that the strike was this far from the point, in an
   * unknown direction.
   */
  readonly circleMiles?: number
}

/** Whether a strike affects a customer's rings. */
export function countsFor({ customerId }: Pick<Strike, 'customerId'>, ofCustomer: number): boolean {
  return customerId === undefined || customerId === ofCustomer
}

/** A feed's statement that it has delivered every strike it knows of between two times. */
export interface Coverage {
  readonly source: string
  readonly fromMs: number
  readonly toMs: number
}

/** The specification's ages: under 5 minutes, under 15, under 30. */
export type StrikeAge = 'new' | 'recent' | 'old'

const limits: readonly (readonly [StrikeAge, number])[] = [
  ['new', 300],
  ['recent', 900],
  ['old', 1800],
]

/** Null if too old to show. A strike one second in the future counts as new, because clocks differ by that much. */
export function strikeAge(seconds: number): StrikeAge | null {
  return limits.find(([, limit]) => seconds < limit)?.[0] ?? null
}
