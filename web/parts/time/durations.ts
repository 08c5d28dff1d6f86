const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds
const daySeconds = 24 * hourSeconds

/** `12 s`, `42 min`, `1 h 5 min`, `2 d 3 h`. Rounds down. */
export function shownDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < minuteSeconds) return `${seconds} s`
  if (seconds < hourSeconds) return `${Math.floor(seconds / minuteSeconds)} min`
  const [whole, rest] =
    seconds < daySeconds
      ? [
          `${Math.floor(seconds / hourSeconds)} h`,
          `${Math.floor((seconds % hourSeconds) / minuteSeconds)} min`,
        ]
      : [`${Math.floor(seconds / daySeconds)} d`, `${Math.floor((seconds % daySeconds) / hourSeconds)} h`]
  return rest.startsWith('0 ') ? whole : `${whole} ${rest}`
}
