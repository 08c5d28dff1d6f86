import type { ReportColumn } from '#domain/reports/report'
import type { Series } from '#server/rooms/reports/series'

/** A report's document as text and numbers: everything the drawing thread needs. */
export interface ReportDocument {
  readonly title: string
  readonly organization: string
  /** Lines on the first page: what was requested, by whom and when. */
  readonly facts: readonly (readonly [name: string, text: string])[]
  readonly columns: readonly ReportColumn[]
  /** Whether rows are whole days, in which case their times are shown as dates. */
  readonly isByDay: boolean
  readonly stations: readonly DocumentStation[]
  readonly simulated: boolean
}

export interface DocumentStation {
  readonly name: string
  readonly hardwareId: string
  readonly timeZone: string
  readonly series: Series
}

/** A piece of the file, and the fraction drawn so far, from 0 to 1. */
export interface DrawnPiece {
  readonly bytes: Uint8Array
  readonly done: number
}
