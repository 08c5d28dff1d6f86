import { notFound } from '#server/platform/http/problems'
import type { MountPages } from '#server/platform/http/server'
import type { Db } from '#server/platform/store/index'
import type { StreamAddresses } from './stream-address.ts'
import { cameraOfView, newestSegments, segmentBytes, type ListedSegment } from './store/streams.ts'

/** The number of segments that a player buffers: it starts near the end, and a short stall does no harm. */
const listedCount = 6

function writePlaylist(segments: readonly ListedSegment[]): string {
  const longest = Math.max(2, ...segments.map(({ seconds }) => Math.ceil(seconds)))
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${longest}`,
    `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.sequence ?? 0}`,
    ...segments.flatMap(({ sequence, seconds, startsAnew }, index) => [
      ...(startsAnew && index > 0 ? ['#EXT-X-DISCONTINUITY'] : []),
      `#EXTINF:${seconds.toFixed(3)},`,
      `${sequence}.ts`,
    ]),
    '',
  ].join('\n')
}

/** Serves the video at a live view's signed URL, from any process, since all of it is in the database. */
export function hlsPages({
  db,
  addresses,
}: {
  readonly db: Db
  readonly addresses: StreamAddresses
}): MountPages {
  return (app, limits) => {
    app.get<{ Params: { view: string; file: string } }>('/Stream/hls/:view/:file', async (request, reply) => {
      await limits.countMachine(request)
      const viewId = addresses.read(request.params.view)
      const view = viewId === null ? undefined : await cameraOfView(db, 'system', viewId)
      if (!view) throw notFound('This stream')
      const { customerId, cameraId } = view
      const { file } = request.params
      if (file === 'index.m3u8') {
        const segments = await newestSegments(db, customerId, cameraId, listedCount)
        if (segments.length === 0) throw notFound('This stream')
        return reply.type('application/vnd.apple.mpegurl').send(writePlaylist(segments))
      }
      const sequence = /^(\d{1,15})\.ts$/.exec(file)?.[1]
      const bytes =
        sequence === undefined ? undefined : await segmentBytes(db, customerId, cameraId, Number(sequence))
      if (!bytes) throw notFound('This part of the stream')
      return reply.type('video/mp2t').send(bytes)
    })
  }
}
