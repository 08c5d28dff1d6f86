/** Logs use UTC months, so that a month has the same length for every customer that is charged. */
export const logMonths = 6

export interface LogMonth {
  readonly fromMs: number
  /** The first instant after the month. */
  readonly toMs: number
}

/** The month `offset` months ago; 0 is the current month. */
export function logMonthAt(nowMs: number, offset: number): LogMonth {
  const now = new Date(nowMs)
  const start = (back: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)
  return { fromMs: start(offset), toMs: start(offset - 1) }
}

/** The month's first day, in the database's format. */
export const monthDay = ({ fromMs }: LogMonth) => new Date(fromMs).toISOString().slice(0, 10)
