import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '#server/platform/log'
import { createAddressFinder } from './find-address.ts'
import { createGazetteer } from './gazetteer.ts'
import { createPhoton } from './photon.ts'

const samples = new URL('../../../../shared/data/samples/geocoding/', import.meta.url)
const sample = (name: string) => readFileSync(new URL(name, samples), 'utf8')

let server: Server
let asked: string[] = []
let answer: { status: number; body: string; afterMs?: number } = { status: 200, body: '' }

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    setTimeout(() => response.writeHead(answer.status).end(answer.body), answer.afterMs ?? 0)
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void server.close())

function finder() {
  asked = []
  const { port } = server.address() as AddressInfo
  return createAddressFinder(createGazetteer(), createPhoton(`http://127.0.0.1:${port}/`), silentLog)
}

describe('with a geocoder outside the house', () => {
  it('houses are found', async () => {
    answer = { status: 200, body: sample('photon_madison_square_garden.json') }
    const [first] = await finder().search('Madison Square Garden')
    expect(first).toEqual({
      name: 'Madison Square Garden',
      address: '4 Pennsylvania Plaza, New York, New York 10001',
      latitude: 40.7505247,
      longitude: -73.99355027800776,
    })
    expect(asked).toEqual(['/api?q=Madison+Square+Garden&limit=10&lang=en'])
  })

  it('an address is told from coordinates if it is near, else the town', async () => {
    answer = { status: 200, body: sample('photon_madison_square_garden.json') }
    const near = await finder().nearest({ latitude: 40.7506, longitude: -73.9934 })
    expect(near?.description).toBe('4 Pennsylvania Plaza, New York, New York 10001')
    const far = await finder().nearest({ latitude: 35.25, longitude: -97.48 })
    expect(far?.description).toBe('3.0 mi NW of Norman, OK')
  })

  it.each([
    ['it knows nothing', { status: 200, body: sample('photon_no_results.json') }],
    ['it fails', { status: 503, body: '' }],
    ['it answers with a web page', { status: 200, body: '<html>too many requests</html>' }],
    ['it answers with something else', { status: 200, body: '{"features":[{"geometry":null}]}' }],
    ['it answers without end', { status: 200, body: `{"features":[${' '.repeat(600_000)}]}` }],
    ['it is too slow', { status: 200, body: '{}', afterMs: 4000 }],
  ])('towns are searched when %s', async (_when, given) => {
    answer = given
    expect((await finder().search('Norman, OK'))[0]?.address).toBe('Norman, OK')
  })
})
