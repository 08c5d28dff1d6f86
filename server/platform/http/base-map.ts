import { open, type FileHandle } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasTag } from './headers.ts'
import { notFound, Problem } from './problems.ts'

/**
 * Public data, cached for a day. A client that gets ranges of two different files notices by their ETags and fetches
 * them again (pmtiles does), which allows replacing a file at any time.
 */
const keptFor = 'public, max-age=86400, must-revalidate'

interface Span {
  readonly start: number
  /** Inclusive: the position of the last byte. */
  readonly end: number
}

/** The files that maps request, and what each is called in the error when it is missing. */
const titles = { base: 'The base map', satellite: 'The satellite image' } as const
type MapFile = keyof typeof titles

/** Serves map data: from each list of files, the first that exists, either whole or by range. */
export function mountMapFiles(app: FastifyInstance, paths: Readonly<Record<MapFile, readonly string[]>>) {
  mountMapFile(app, 'base', paths.base)
  mountMapFile(app, 'satellite', paths.satellite)
}

function mountMapFile(app: FastifyInstance, name: MapFile, paths: readonly string[]) {
  // For HEAD, the framework would read the file to its end, which may be a hundred gigabytes.
  app.get(`/map/${name}.pmtiles`, { exposeHeadRoute: false }, async (request, reply) => {
    const file = await openFirst(paths)
    if (!file) throw notFound(titles[name])
    const isSent = await send(file, titles[name], request, reply).catch(async (error: unknown) => {
      await file.close()
      throw error
    })
    if (!isSent) await file.close()
    return reply
  })
}

async function openFirst(paths: readonly string[]): Promise<FileHandle | undefined> {
  for (const path of paths) {
    try {
      return await open(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return undefined
}

/** Sends the file. Returns whether it is being sent, in which case the stream closes it. */
async function send(
  file: FileHandle,
  title: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { size, mtimeNs, ino } = await file.stat({ bigint: true })
  const tag = `"${[size, mtimeNs, ino].map(part => part.toString(36)).join('-')}"`
  reply.headers({ etag: tag, 'cache-control': keptFor, 'accept-ranges': 'bytes' })
  if (hasTag(request, tag)) {
    await reply.code(304).send()
    return false
  }
  const span = askedSpan(request, tag, Number(size))
  if (span === 'none') {
    reply.headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
    throw new Problem(416, `${title} has no such part.`)
  }
  const { start, end } = span ?? { start: 0, end: Number(size) - 1 }
  if (span) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', end - start + 1).type('application/octet-stream')
  await reply.send(file.createReadStream({ start, end }))
  return true
}

/** Returns one range of the file; undefined if the whole file is requested or If-Range names another version. */
function askedSpan(request: FastifyRequest, tag: string, size: number): Span | 'none' | undefined {
  const { range, 'if-range': ifRange } = request.headers
  if (!range?.startsWith('bytes=') || (ifRange !== undefined && ifRange !== tag)) return undefined
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  if (from === '' && to === '') return 'none'
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end ? 'none' : { start, end }
}
