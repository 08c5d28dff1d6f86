import type { Point } from '#domain/geo/distance'
import { documentOf, fieldsOf, numberOf, textOf } from './json.ts'

/** The square of the service's grid that contains a place. */
export interface GridCell {
  /** The cell's path, as in 'BOX/70,82'. */
  readonly path: string
  readonly timeZone: string
}

/** Returns a path with at most four decimals and no trailing zeros: the service redirects any other spelling. */
export function pointPath({ latitude, longitude }: Point): string {
  const spelled = (degrees: number) => String(Number(degrees.toFixed(4)) + 0)
  return `/points/${spelled(latitude)},${spelled(longitude)}`
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false // an unknown time zone
  }
}

const officeName = /^[A-Z]{3}$/

/** Returns the cell from its parts, from the service or from the stored state; null if they are invalid. */
export function cellOf(fields: unknown): GridCell | null {
  const { path, timeZone } = fieldsOf(fields)
  const zone = textOf(timeZone)
  const known = textOf(path)
  return known !== null && /^[A-Z]{3}\/\d+,\d+$/.test(known) && zone !== null && isTimeZone(zone)
    ? { path: known, timeZone: zone }
    : null
}

/** Throws if the response has no cell. */
export function parsePoint(body: Uint8Array): GridCell {
  const { gridId, gridX, gridY, timeZone } = fieldsOf(documentOf(body).properties)
  const [office, x, y] = [textOf(gridId), numberOf(gridX), numberOf(gridY)]
  const isCell = office !== null && officeName.test(office) && Number.isInteger(x) && Number.isInteger(y)
  const cell = isCell ? cellOf({ path: `${office}/${x},${y}`, timeZone }) : null
  if (!cell) throw new Error('the place has no grid cell, or no time zone')
  return cell
}
