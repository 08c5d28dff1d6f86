const minuteMs = 60_000
const leastSilentMs = 5 * minuteMs
const unknownSilentMs = 15 * minuteMs
const missedTimes = 3

/** Whether an instrument that has sent before should have sent again by now. */
export function isSilent(heardMs: number | null, intervalSeconds: number | null, nowMs: number): boolean {
  if (heardMs === null) return false
  const allowedMs =
    intervalSeconds === null ? unknownSilentMs : Math.max(leastSilentMs, missedTimes * intervalSeconds * 1000)
  return nowMs - heardMs > allowedMs
}

/** The minimum number of messages expected in a time span; 0 if the instrument has no known interval. */
export function expectedMessages(
  intervalSeconds: number | null,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): number {
  if (intervalSeconds === null || intervalSeconds <= 0) return 0
  const expected = Math.floor(Math.max(0, toMs - fromMs) / (intervalSeconds * 1000))
  // Timers drift, so one missing message in 50 is not a loss.
  return expected - Math.ceil(expected / 50)
}

/** The usual interval between messages, from the last ones; null while there are too few to tell. */
export function usualIntervalSeconds(timesMs: readonly number[]): number | null {
  if (timesMs.length < 4) return null
  const gaps = timesMs.slice(1).map((timeMs, index) => timeMs - (timesMs[index] ?? timeMs))
  const middle = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0
  return middle > 0 ? Math.max(1, Math.round(middle / 1000)) : null
}
