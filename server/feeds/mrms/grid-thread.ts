import { deflateSync } from 'node:zlib'
import type { GridPlace } from '#domain/radar/grid'
import { parseMrms } from './parse-grib.ts'

/** A mosaic, packed in the server's format. */
export interface PackedMosaic {
  readonly validMs: number
  readonly place: GridPlace
  readonly deflated: Uint8Array
}

/** Reads one file of the bucket. Runs in a thread, because it unpacks 49 MB. */
export function* packedMosaic(file: Uint8Array): Generator<PackedMosaic> {
  const { validMs, place, echoes } = parseMrms(file)
  yield { validMs, place, deflated: new Uint8Array(deflateSync(echoes)) }
}
