/** A clock that was never set starts in 1970 or 2000, or counts seconds since the start. */
const earliestMs = Date.UTC(2001, 0, 1)
const latestMs = Date.UTC(2100, 0, 1)

function plausible(timeMs: number): number | null {
  return timeMs >= earliestMs && timeMs < latestMs ? timeMs : null
}

/** Null for a time from a clock that was never set. */
export function timeFromEpochSeconds(seconds: number | null): number | null {
  return seconds === null ? null : plausible(Math.round(seconds * 1000))
}

const utcText =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T+](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9}))?)?\s*(?:Z|UTC|[+-]00:?00)?$/i

/** Parses a UTC time such as `2016-5-10 2:34:15`: consoles omit leading zeros. Null for `now` and anything else. */
export function timeFromUtcText(text: string): number | null {
  const found = utcText.exec(text.trim())
  if (!found) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map(each => Number(each ?? 0))
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return null
  // Checks against the last day of the month: February 30 is invalid, not March 2.
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null
  const fractionMs = Math.floor(Number(`0.${found[7] ?? 0}`) * 1000)
  return plausible(Date.UTC(year, month - 1, day, hour, minute, second, fractionMs))
}
