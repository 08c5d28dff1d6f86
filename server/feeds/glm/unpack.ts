import { mostBeforeWindowMs, UnreadableGlm } from './glm-file.ts'

/** The numbers of a variable, as they are stored. */
export type Stored =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array

/**
 * How a variable's numbers are packed. The encoding has changed over the years, so only a file's attributes define it.
 */
export interface Packing {
  /** The attribute `_Unsigned`: the numbers are stored as signed but are unsigned. */
  readonly isUnsigned: boolean
  readonly fillValue: number | null
  readonly scale: number
  readonly offset: number
}

function asUnsigned(stored: Stored): Stored {
  const { buffer, byteOffset, length } = stored
  if (stored instanceof Int8Array) return new Uint8Array(buffer, byteOffset, length)
  if (stored instanceof Int16Array) return new Uint16Array(buffer, byteOffset, length)
  if (stored instanceof Int32Array) return new Uint32Array(buffer, byteOffset, length)
  return stored
}

/** Returns the values that the numbers represent; null where there is none. */
export function unpacked(
  stored: Stored,
  { isUnsigned, fillValue, scale, offset }: Packing,
): (number | null)[] {
  if (!Number.isFinite(scale) || scale === 0 || !Number.isFinite(offset))
    throw new UnreadableGlm('its numbers are packed in a way that cannot be unpacked')
  const values = isUnsigned ? asUnsigned(stored) : stored
  // The fill value has the same signedness as the numbers: -1 means 65535.
  const [fill] =
    fillValue === null ? [null] : isUnsigned ? asUnsigned(sameKind(stored, fillValue)) : [fillValue]
  return Array.from(values, value => {
    if (value === fill || !Number.isFinite(value)) return null
    return value * scale + offset
  })
}

function sameKind(stored: Stored, value: number): Stored {
  if (stored instanceof Int8Array) return Int8Array.of(value)
  if (stored instanceof Int16Array) return Int16Array.of(value)
  if (stored instanceof Int32Array) return Int32Array.of(value)
  return Float64Array.of(value)
}

const unitMs: Readonly<Record<string, number>> = { milliseconds: 1, seconds: 1000 }
const mostAfterStartMs = 25_000

/**
 * Returns when a flash began. Some files from 2018 mark negative offsets as unsigned: an offset far outside the window
 * is replaced by the window's start, which keeps the flash and dates it no later than it should be.
 */
export function flashTime(offset: number | null, units: string, startMs: number): number {
  const perUnitMs = unitMs[/^(\w+) since /.exec(units)?.[1] ?? '']
  if (perUnitMs === undefined) throw new UnreadableGlm('its times are in an unknown unit')
  const offsetMs = (offset ?? NaN) * perUnitMs
  const isNear = offsetMs >= -mostBeforeWindowMs && offsetMs <= mostAfterStartMs
  return isNear ? Math.round(startMs + offsetMs) : startMs
}

const squareMetersPerKm2 = 1e6

/** Converts an area to square kilometers; null if it or its unit is unknown. */
export function areaKm2(area: number | null, units: string): number | null {
  if (area === null) return null
  if (units === 'km2') return area
  return units === 'm2' ? area / squareMetersPerKm2 : null
}
