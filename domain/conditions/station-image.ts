/** An image from a station's camera. */
export interface StationImage {
  readonly source: string
  readonly stationId: string
  readonly takenMs: number
  readonly jpeg: Uint8Array
}
