const hourMs = 3_600_000
const dayMs = 24 * hourMs
const yearDays = 365.2422
const degreesPerHour = 15

function wrapped(value: number, size: number): number {
  return value - size * Math.floor(value / size)
}

/** Days since the start of the year, accurate enough for seasons; needs no calendar. */
function dayOfYear(timeMs: number): number {
  return wrapped(timeMs / dayMs, yearDays)
}

/** From 1 on the given day of the year to -1 half a year away. */
export function seasonAround(peakDay: number, timeMs: number): number {
  return Math.cos((2 * Math.PI * (dayOfYear(timeMs) - peakDay)) / yearDays)
}

/** Local hour by the sun, from 0 to 24. Weather knows no time zone and no daylight saving. */
function solarHour(longitude: number, timeMs: number): number {
  return wrapped(timeMs / hourMs + longitude / degreesPerHour, 24)
}

/** From 1 at the given hour of the sun to -1 half a day away. */
export function hourAround(peakHour: number, longitude: number, timeMs: number): number {
  return Math.cos((2 * Math.PI * (solarHour(longitude, timeMs) - peakHour)) / 24)
}
