import { deflateSync, inflateSync } from 'node:zlib'
import { joinAreas, parseArea, type AreaPart } from './parse-area.ts'

/** An area as it is stored until the image of its time is complete: compressed, because most of its sky is empty. */
export type PackedArea = Omit<AreaPart, 'echoes'> & { readonly deflated: Uint8Array }

/** Reads one file of the bucket. Runs in a thread, because it unpacks up to 22 MB. */
export function* packedArea(file: Uint8Array): Generator<PackedArea> {
  const { echoes, ...rest } = parseArea(file)
  yield { ...rest, deflated: new Uint8Array(deflateSync(echoes)) }
}

/** Joins some areas into an image, packed in the server's format. */
export function* packedPicture(areas: readonly PackedArea[]): Generator<Uint8Array> {
  const parts = areas.map(({ deflated, ...rest }) => ({ ...rest, echoes: inflateSync(deflated) }))
  yield new Uint8Array(deflateSync(joinAreas(parts)))
}
