/** Logs are kept by months of UTC, so that a month has the same seconds for everybody who is charged for them. */
export const logMonths = 6

export interface LogMonth {
  readonly fromMs: number
  /** The first instant that is not part of it. */
  readonly toMs: number
}

/** The month that lies so many months back; 0 is the current one. */
export function logMonthAt(nowMs: number, offset: number): LogMonth {
  const now = new Date(nowMs)
  const start = (back: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)
  return { fromMs: start(offset), toMs: start(offset - 1) }
}

/** As the database writes the first day of it. */
export const monthDay = ({ fromMs }: LogMonth) => new Date(fromMs).toISOString().slice(0, 10)
