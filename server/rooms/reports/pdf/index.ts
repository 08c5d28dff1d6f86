import { inThread } from '#server/platform/thread'
import type { DrawnPiece, ReportDocument } from './document.ts'

export type { DrawnPiece, ReportDocument } from './document.ts'

const drawing = new URL('./draw-document.ts', import.meta.url).href

/** Draws a document in its own thread: fonts and pages of charts take seconds of work. */
export function drawPdf(document: ReportDocument): AsyncGenerator<DrawnPiece> {
  return inThread<DrawnPiece>(drawing, 'drawDocument', [document])
}
