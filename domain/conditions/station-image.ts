/** What the camera of a station saw at an instant. */
export interface StationImage {
  readonly source: string
  readonly stationId: string
  readonly takenMs: number
  readonly jpeg: Uint8Array
}
