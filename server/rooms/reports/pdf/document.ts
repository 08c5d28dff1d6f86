import type { ReportColumn } from '#domain/reports/report'
import type { Series } from '#server/rooms/reports/series'

/** What a report's document tells, in words and numbers: everything that the thread needs that draws it. */
export interface ReportDocument {
  readonly title: string
  readonly organization: string
  /** Lines of the first page: what was asked for, by whom and when. */
  readonly facts: readonly (readonly [name: string, text: string])[]
  readonly columns: readonly ReportColumn[]
  /** Whether rows tell of whole days: then their times are dates. */
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

/** A piece of the file, and how much of it is drawn, from 0 to 1. */
export interface DrawnPiece {
  readonly bytes: Uint8Array
  readonly done: number
}
