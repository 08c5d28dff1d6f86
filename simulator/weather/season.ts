const hourMs = 3_600_000
const dayMs = 24 * hourMs
const yearDays = 365.2422
const degreesPerHour = 15

function wrapped(value: number, size: number): number {
  return value - size * Math.floor(value / size)
}

/** Returns the days since the start of the year, accurate enough for seasons; needs no calendar. */
function dayOfYear(timeMs: number): number {
  return wrapped(timeMs / dayMs, yearDays)
}

/** Returns 1 on the given day of the year, falling to -1 half a year away. */
export function seasonAround(peakDay: number, timeMs: number): number {
  return Math.cos((2 * Math.PI * (dayOfYear(timeMs) - peakDay)) / yearDays)
}

/** Returns the solar hour, from 0 to 24. Weather is independent of time zones and daylight saving. */
function solarHour(longitude: number, timeMs: number): number {
  return wrapped(timeMs / hourMs + longitude / degreesPerHour, 24)
}

/** Returns 1 at the given solar hour, falling to -1 half a day away. */
export function hourAround(peakHour: number, longitude: number, timeMs: number): number {
  return Math.cos((2 * Math.PI * (solarHour(longitude, timeMs) - peakHour)) / 24)
}
