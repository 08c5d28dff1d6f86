import Fastify from 'fastify'
import { once } from 'node:events'
import { createGunzip, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compressAnswers, gzipBeginning, gzipPiece } from './compress.ts'

const long = { strikes: Array.from({ length: 200 }, (_strike, number) => ({ number })) }

const app = Fastify()
compressAnswers(app)
app.get('/long', () => long)
app.get('/short', () => ({ data: 1 }))
app.get('/picture', (_request, reply) => reply.type('image/svg+xml').send('<svg/>'.repeat(1000)))

function ask(url: string, accepted: string) {
  return app.inject({ url, headers: { 'accept-encoding': accepted } })
}

describe('a long response', () => {
  it.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1, gzip;q=0.5'])(
    'is compressed for a client that accepts %j',
    async accepted => {
      const { headers, rawPayload } = await ask('/long', accepted)
      expect(headers['content-encoding']).toBe('gzip')
      expect(headers['vary']).toBe('accept-encoding')
      expect(headers['content-length']).toBe(String(rawPayload.length))
      expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(long)
    },
  )

  it.each(['gzip;q=0', 'gzip; q=0.0, br', 'br', ''])(
    'is left uncompressed for a client that accepts %j',
    async accepted => {
      const reply = await ask('/long', accepted)
      expect(reply.headers['content-encoding']).toBeUndefined()
      // A shared cache must not serve this response to every client.
      expect(reply.headers['vary']).toBe('accept-encoding')
      expect(reply.json()).toEqual(long)
    },
  )
})

it.each(['/short', '/picture'])('does not compress %s', async url => {
  expect((await ask(url, 'gzip')).headers['content-encoding']).toBeUndefined()
})

it('a client can decompress any chunk of a live stream without the ones before it, in any order', async () => {
  const [lease, snapshot] = ['a lease\n\n', JSON.stringify(long)]
  const reader = createGunzip()
  reader.write(gzipBeginning)
  for (const reported of [snapshot, lease, lease, snapshot]) {
    reader.write(gzipPiece(Buffer.from(reported)))
    const [received] = (await once(reader, 'data')) as [Buffer]
    expect(received.toString()).toBe(reported)
  }
  expect(gzipPiece(Buffer.from(snapshot)).length).toBeLessThan(snapshot.length / 4)
})
