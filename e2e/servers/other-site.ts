import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves someone else's website: another origin with one page that embeds the pasted code. */
export async function otherSite() {
  let pasted = ''
  const server = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html; charset=utf-8')
    reply.end(`<!doctype html><html lang="en"><title>Our school</title><h1>Our school</h1>${pasted}`)
  }).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    paste: (code: string) => void (pasted = code),
    close: () => void server.close(),
  }
}

/** Returns the compressed transfer size of a URL in bytes. */
export async function bytesOf(address: string): Promise<number> {
  const request = get(address, { headers: { accept: 'text/html', 'accept-encoding': 'gzip' } })
  const [reply] = (await once(request, 'response')) as [AsyncIterable<Uint8Array>]
  let bytes = 0
  for await (const piece of reply) bytes += piece.length
  return bytes
}
