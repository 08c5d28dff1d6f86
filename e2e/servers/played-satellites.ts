import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { playBucket } from '#server/feeds/glm/buckets.testing'

const windowMs = 20_000
const hourMs = 3_600_000

/**
 * Simulates both GOES satellites for a server started with `FEEDS_FROM`. Both report every 20 seconds that they
 * detected nothing but a flash far out at sea.
 */
export async function playQuietSatellites() {
  const buckets = {
    'noaa-goes19.s3.amazonaws.com': await playBucket('G19'),
    'noaa-goes18.s3.amazonaws.com': await playBucket('G18'),
  }
  const all = Object.values(buckets)
  let nextMs = Math.floor(Date.now() / windowMs) * windowMs - hourMs - 5 * 60_000
  async function publish() {
    for (; nextMs + windowMs + 2000 < Date.now(); nextMs += windowMs)
      await Promise.all(all.map(bucket => bucket.put(nextMs)))
  }
  await publish()
  const publishing = setInterval(() => void publish(), 1000)

  const server = createServer((request, response) => {
    const [, host = '', rest = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? []
    const bucket = Object.entries(buckets).find(([name]) => name === host)?.[1]
    if (!bucket) {
      response.writeHead(404).end()
      return
    }
    void fetch(bucket.baseUrl + rest).then(async answer => {
      const type = answer.headers.get('content-type') ?? 'application/octet-stream'
      response.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      clearInterval(publishing)
      server.closeAllConnections()
      server.close()
      await Promise.all(all.map(bucket => bucket.stop()))
    },
  }
}
