/** Returns `24:18`, or `1:00:00` from one hour on. Seconds are rounded up. */
export function shownCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const pad = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${pad(minutes)}:${pad(seconds % 60)}`
}

const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds
const daySeconds = 24 * hourSeconds

/** Returns text such as `12 s`, `42 min`, `1 h 5 min`, `2 d 3 h`. Rounds down. */
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
