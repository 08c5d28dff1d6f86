import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '#contract/call'
import { mapUrl } from '#contract/weather/radar'
import { surfaceAnalysis } from '#contract/weather/surface'
import type { FrontKind, SurfaceAnalysis } from '#domain/surface/analysis'
import { hourMs } from '#server/platform/clock'
import { readPng } from '#server/rooms/radar/png.testing'
import { openRadarHouse, viewAround, type RadarHouse } from '#server/rooms/radar/radar.testing'
import { createSurface } from '#server/rooms/surface/index'

let house: RadarHouse
let nowMs: number

const line = [-98, -95, -92].map(longitude => ({ latitude: 40, longitude }))
const analysis = (validMs: number, kind: FrontKind): SurfaceAnalysis => ({
  source: 'test',
  validMs,
  centers: [{ kind: 'low', latitude: 40, longitude: -98, pressureMb: null }],
  fronts: [{ kind, strength: 'weak', line }],
})

async function publish(received: SurfaceAnalysis) {
  house.bus.publish('surface-analysis-heard', received)
  await house.bus.settled()
}

async function reported(): Promise<Reply<typeof surfaceAnalysis>> {
  return ((await (await house.get(surfaceAnalysis.path)).json()) as { data: Reply<typeof surfaceAnalysis> })
    .data
}

beforeEach(async () => {
  house = await openRadarHouse(parts => createSurface(parts).routes)
  nowMs = house.clock.now().getTime()
})
afterEach(() => house.close())

describe('the surface analysis', () => {
  it('is unavailable before one has arrived', async () => {
    const reply = await house.get(surfaceAnalysis.path)
    expect(reply.status).toBe(503)
    expect(await reply.text()).toContain('No surface analysis is currently available.')
  })

  it('is returned as it was drawn, with its time', async () => {
    await publish(analysis(nowMs - hourMs, 'cold'))
    expect(await reported()).toEqual({
      valid: new Date(nowMs - hourMs).toISOString(),
      centers: [{ kind: 'low', coordinates: [-98, 40], pressureMb: null }],
      fronts: [
        {
          kind: 'cold',
          strength: 'weak',
          line: [
            [-98, 40],
            [-95, 40],
            [-92, 40],
          ],
        },
      ],
    })
  })

  it('is the newest, even when an older one arrives late', async () => {
    await publish(analysis(nowMs, 'stationary'))
    await publish(analysis(nowMs - 2 * hourMs, 'warm'))
    expect((await reported()).fronts[0]?.kind).toBe('stationary')
  })

  it('is also available as an image: a stationary front is both blue and red', async () => {
    await publish(analysis(nowMs, 'stationary'))
    const url = `${mapUrl.path}?product=surface-analysis`
    const { data } = (await (await house.get(url)).json()) as { data: string }
    const reply = await fetch(house.url + data + viewAround(40, -95, 2, 200))
    const read = readPng(new Uint8Array(await reply.arrayBuffer()))
    expect([50, 150].map(x => read.palette[read.at(x, 100)])).toEqual([
      [30, 80, 220, 255],
      [214, 40, 40, 255],
    ])
    expect(read.at(100, 20)).toBe(0)
  })

  it('is unknown again six hours later', async () => {
    await publish(analysis(nowMs, 'cold'))
    house.clock.advance(6 * hourMs - 60_000)
    const before = await house.get(surfaceAnalysis.path)
    house.clock.advance(120_000)
    const after = await house.get(surfaceAnalysis.path)
    expect([before.status, after.status]).toEqual([200, 503])
  })
})
