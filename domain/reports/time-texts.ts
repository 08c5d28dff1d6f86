/** Formats as 2026-11-01 01:30. */
export function utcText(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')
}

/** Formats as UTC-05:00, with a plain hyphen, because programs also read it. */
function offsetText(aheadMs: number): string {
  const minutes = Math.abs(aheadMs) / 60_000
  const pad = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  return `UTC${aheadMs < 0 ? '-' : '+'}${pad(minutes / 60)}:${pad(minutes % 60)}`
}

/** An instant in UTC and in local time with its UTC offset, because one hour a year occurs twice. */
export function timeTexts(timeMs: number, aheadMs: number): [utc: string, local: string, offset: string] {
  return [utcText(timeMs), utcText(timeMs + aheadMs), offsetText(aheadMs)]
}
