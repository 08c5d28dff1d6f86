/** Ground General, Ground to Cloud, Cloud to Ground, Cloud Pulse: the wire's numbers. */
export const strikeTypes = [1, 2, 3, 4] as const
export type StrikeType = (typeof strikeTypes)[number]

/** One lightning event, as a feed tells it. Instants are milliseconds since the epoch, in UTC. */
export interface Strike {
  /** Unique within its source, or meant to be: the same id with another time or place is another strike. */
  readonly id: string
  readonly source: string
  readonly timeMs: number
  readonly latitude: number
  readonly longitude: number
  /** Peak current in kA with its sign, where the source knows it. */
  readonly amp: number | null
  readonly type: StrikeType
  /** How far off the place may be; rings are widened by it. */
  readonly positionErrorMiles: number
}

/** A feed's word that between two instants it has delivered every strike that it knows of. */
export interface Coverage {
  readonly source: string
  readonly fromMs: number
  readonly toMs: number
}
