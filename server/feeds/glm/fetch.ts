import { publicSourceOf } from '#domain/feeds/public-sources'
import { sideBorderLongitude, type LightningSatellite } from '#domain/lightning/satellite'
import { secondMs } from '#server/platform/clock'
import type { Upstream } from '#server/platform/upstream/index'
import type { GlmDecoder } from './decode.ts'
import { UnreadableGlm, type GlmFile, type View } from './glm-file.ts'
import type { SeenWindow } from './merge.ts'
import { parseGlmListing, product, type ListedFile, type Listing } from './parse.ts'

/** The location of one satellite's files. */
export interface Bucket {
  readonly by: LightningSatellite
  /** The satellite's name in its file names. */
  readonly satellite: string
  /** The URL without a trailing slash. */
  readonly baseUrl: string
  /** The bucket's own client. The two buckets are different servers, and one that is down must not delay the other. */
  readonly upstream: Upstream
}

/** NOAA's public buckets. */
export const glmBuckets = {
  east: { by: 'east', satellite: 'G19', baseUrl: 'https://noaa-goes19.s3.amazonaws.com' },
  west: { by: 'west', satellite: 'G18', baseUrl: 'https://noaa-goes18.s3.amazonaws.com' },
} as const satisfies Readonly<Record<LightningSatellite, Omit<Bucket, 'upstream'>>>

/** A page of the list holds 1,000 files, which is five hours. */
const mostPages = 3
const mostListBytes = 4 * 2 ** 20
/** Twenty times the size of the largest file seen. */
const mostFileBytes = 16 * 2 ** 20
const mostOffMs = secondMs

async function listPage({ baseUrl, upstream }: Bucket, query: Record<string, string>): Promise<Listing> {
  const url = `${baseUrl}/?${new URLSearchParams({ 'list-type': '2', prefix: `${product}/`, ...query })}`
  const { value } = await upstream.read(
    { url, maxBytes: mostListBytes, contentTypes: ['application/xml', 'text/xml'] },
    ({ body }) => parseGlmListing(body.toString('utf8')),
  )
  return value
}

/**
 * Lists a satellite's files whose names sort after another name. Names are in time order across all folders, so one
 * list spans the ends of hours, days and years.
 */
export async function listFiles(bucket: Bucket, startAfter: string): Promise<ListedFile[]> {
  const files: ListedFile[] = []
  let query: Record<string, string> = { 'start-after': startAfter }
  for (let page = 0; page < mostPages; page++) {
    const { files: more, continuationToken } = await listPage(bucket, query)
    files.push(...more.filter(({ satellite }) => satellite === bucket.satellite))
    if (continuationToken === null) break
    query = { 'continuation-token': continuationToken }
  }
  return files
}

/** The name of a file in texts for operators. */
export const fileAt = ({ startMs }: Pick<ListedFile, 'startMs'>) =>
  `the file of ${new Date(startMs).toISOString().slice(11, 19)} UTC`

async function windowIn(body: Uint8Array, decoder: GlmDecoder, listed: ListedFile): Promise<GlmFile> {
  const file = await decoder.decode(body)
  const offMs = Math.max(Math.abs(file.startMs - listed.startMs), Math.abs(file.endMs - listed.endMs))
  if (file.satellite !== listed.satellite || offMs > mostOffMs)
    throw new UnreadableGlm('it covers a different window than its name says')
  return file
}

const { area } = publicSourceOf('glm', 'lightning')

/** Whether a satellite says that it does not watch all of its side of the area that the source is trusted with. */
function missesItsSide(view: View | null, by: LightningSatellite): boolean {
  if (!view || area.kind !== 'box') return false
  const [west, east] = by === 'west' ? [area.west, sideBorderLongitude] : [sideBorderLongitude, area.east]
  return view.south > area.south || view.north < area.north || view.west > west || view.east < east
}

/** Reads every readable flash of a window's file. The window is proven only if the file has no doubt. */
export async function readWindow(
  bucket: Bucket,
  decoder: GlmDecoder,
  listed: ListedFile,
): Promise<SeenWindow> {
  const { value } = await bucket.upstream.read(
    // Buckets return the content type that the uploader set. A file is recognized by its first bytes.
    { url: `${bucket.baseUrl}/${listed.key}`, maxBytes: mostFileBytes, contentTypes: [''], isOnce: true },
    async ({ body }): Promise<SeenWindow> => {
      try {
        const file = await windowIn(body, decoder, listed)
        const unseen = missesItsSide(file.view, bucket.by)
          ? 'its satellite does not watch its whole side'
          : null
        return { ...file, doubt: file.doubt ?? unseen, by: bucket.by }
      } catch (error) {
        throw new UnreadableGlm(`${fileAt(listed)} cannot be used: ${(error as Error).message}`)
      }
    },
  )
  return value
}
