import { deflateSync } from 'node:zlib'
import { parseRadarGrid, type IemPicture } from './parse-grid.ts'

/** Packs one image in the server's format. Runs in a thread, because it unpacks 66 MB. */
export function* packedGrid(kind: IemPicture, png: Uint8Array): Generator<Uint8Array> {
  yield new Uint8Array(deflateSync(parseRadarGrid(kind, png)))
}
