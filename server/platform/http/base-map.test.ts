import Fastify, { type FastifyInstance } from 'fastify'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mountMapFiles } from './base-map.ts'
import { asProblem, refusal } from './problems.ts'

const bytes = Buffer.from('0123456789')
let folder: string
let app: FastifyInstance
let origin: string
let address: string
let own: string
let built: string
let satellite: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skywarden-map-'))
  own = join(folder, 'own.pmtiles')
  built = join(folder, 'built.pmtiles')
  satellite = join(folder, 'satellite.pmtiles')
  writeFileSync(built, bytes)
  app = Fastify()
  app.setErrorHandler((error, request, reply) => {
    const problem = asProblem(error, request.id)
    return reply.code(problem.status).send(refusal(problem))
  })
  mountMapFiles(app, { base: [own, built], satellite: [satellite] })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  address = `${origin}/map/base.pmtiles`
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const ask = (headers: Record<string, string> = {}) => fetch(address, { headers })

describe('the base map', () => {
  it('is served whole, cacheable and with a strong ETag', async () => {
    const reply = await ask()
    expect(reply.status).toBe(200)
    expect(await reply.text()).toBe('0123456789')
    expect(reply.headers.get('content-length')).toBe('10')
    expect(reply.headers.get('accept-ranges')).toBe('bytes')
    expect(reply.headers.get('cache-control')).toBe('public, max-age=86400, must-revalidate')
    expect(reply.headers.get('etag')).toMatch(/^"[\w-]+"$/)
  })

  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-30', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-16383', '89', 'bytes 8-9/10'],
  ])('serves the requested range %s', async (range, text, contentRange) => {
    const reply = await ask({ range })
    expect(reply.status).toBe(206)
    expect(await reply.text()).toBe(text)
    expect(reply.headers.get('content-range')).toBe(contentRange)
    expect(reply.headers.get('content-length')).toBe(String(text.length))
  })

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=4-2', 'bytes=-', 'bytes=x-y', 'bytes=0-1,4-5', 'bytes=-0'])(
    'rejects the range %s and reports the length of the file',
    async range => {
      const reply = await ask({ range })
      expect(reply.status).toBe(416)
      expect(reply.headers.get('content-range')).toBe('bytes */10')
      expect(reply.headers.get('cache-control')).toBe('no-store')
      expect(await reply.json()).toMatchObject({
        responseException: { message: 'The base map has no such part.' },
      })
    },
  )

  it('is not sent again to a client that has it, unless it has changed', async () => {
    const tag = (await ask()).headers.get('etag') ?? ''
    const same = await ask({ 'if-none-match': `"other", ${tag}` })
    expect(same.status).toBe(304)
    expect(same.headers.get('etag')).toBe(tag)
    writeFileSync(built, 'abcdefghij')
    expect((await ask({ 'if-none-match': tag })).status).toBe(200)
    const part = await ask({ range: 'bytes=2-4', 'if-range': tag })
    expect([part.status, await part.text()]).toEqual([200, 'abcdefghij'])
  })

  it("uses the operator's file as soon as it exists", async () => {
    const before = (await ask()).headers.get('etag')
    writeFileSync(own, 'with roads')
    const reply = await ask()
    expect(await reply.text()).toBe('with roads')
    expect(reply.headers.get('etag')).not.toBe(before)
  })

  it('reports in plain words that it has not been built', async () => {
    rmSync(built)
    const reply = await ask()
    expect(reply.status).toBe(404)
    expect(await reply.json()).toMatchObject({
      responseException: { message: 'The base map was not found.' },
    })
  })
})

describe('the satellite image', () => {
  const askForPicture = (headers: Record<string, string> = {}) =>
    fetch(`${origin}/map/satellite.pmtiles`, { headers })

  it('is served from its own file, with ranges like the base map', async () => {
    writeFileSync(satellite, 'abcdefghij')
    const reply = await askForPicture({ range: 'bytes=2-4' })
    expect([reply.status, await reply.text()]).toEqual([206, 'cde'])
  })

  it('is reported missing under its own name', async () => {
    const reply = await askForPicture()
    expect(reply.status).toBe(404)
    expect(await reply.json()).toMatchObject({
      responseException: { message: 'The satellite image was not found.' },
    })
  })
})
