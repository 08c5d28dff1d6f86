import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { farFlash, glmFile, glmKey, type GeneratedFile, type GeneratedFlash } from './generate.testing.ts'

/** Responds in its own way, or not at all; returns false to have the bucket respond as usual. */
export type BucketFault = (path: string, response: ServerResponse, request: IncomingMessage) => boolean

/** A public S3 bucket of files. */
export interface PlayedBucket {
  readonly baseUrl: string
  readonly satellite: string
  readonly files: Map<string, Uint8Array>
  /** The requests: 'list' or a key. */
  readonly asked: string[]
  fault: BucketFault | null
  pageSize: number
  /** Adds a window's file, with a flash far out at sea, because the real satellites always see one. */
  put(startMs: number, flashes?: readonly GeneratedFlash[], more?: Partial<GeneratedFile>): Promise<string>
  stop(): Promise<void>
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function listingOf(bucket: PlayedBucket, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
  const keys = [...bucket.files.keys()]
    .filter(key => key.startsWith(query.get('prefix') ?? '') && key > after)
    .toSorted()
  const page = keys.slice(0, bucket.pageSize)
  const isTruncated = page.length < keys.length
  const contents = page.map(
    key =>
      `<Contents><Key>${escaped(key)}</Key><LastModified>2026-07-15T22:00:00.000Z</LastModified>` +
      `<ETag>&quot;0f343b0931126a20f133d67c2b018a3b&quot;</ETag><Size>${bucket.files.get(key)?.length}</Size>` +
      `<StorageClass>INTELLIGENT_TIERING</StorageClass></Contents>`,
  )
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>noaa</Name>` +
    `<KeyCount>${page.length}</KeyCount><MaxKeys>${bucket.pageSize}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>` +
    (isTruncated ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>` : '') +
    `${contents.join('')}</ListBucketResult>`
  )
}

/** Starts a server that simulates a satellite's bucket. */
export async function playBucket(satellite: string): Promise<PlayedBucket> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://bucket')
    const key = decodeURIComponent(url.pathname.slice(1))
    const path = key === '' ? 'list' : key
    bucket.asked.push(path)
    if (bucket.fault?.(path, response, request)) return
    if (path === 'list') {
      response.setHeader('content-type', 'application/xml').end(listingOf(bucket, url.searchParams))
      return
    }
    const bytes = bucket.files.get(key)
    if (!bytes) {
      response
        .writeHead(404, { 'content-type': 'application/xml' })
        .end('<Error><Code>NoSuchKey</Code></Error>')
      return
    }
    response
      .writeHead(200, { 'content-type': 'binary/octet-stream', 'content-length': bytes.length })
      .end(bytes)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const bucket: PlayedBucket = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    satellite,
    files: new Map(),
    asked: [],
    fault: null,
    pageSize: 1000,
    async put(startMs, flashes = [], more = {}) {
      const key = glmKey(satellite, startMs)
      const all = [...flashes, farFlash(satellite, startMs)]
      bucket.files.set(key, await glmFile({ satellite, windowStartMs: startMs, flashes: all, ...more }))
      return key
    },
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return bucket
}
