import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addInstrument, getInstrument, type Instrument } from '#contract/devices/instruments'
import { radarFrames } from '#contract/weather/radar'
import { openPublicHouse, type PublicHouse } from '#server/house/tests/public-feeds/public-house.testing'
import { createSky, norman } from '#server/house/tests/public-feeds/played-sky.testing'
import { hourMs, minuteMs } from '#server/platform/clock'

let open: PublicHouse
beforeAll(async () => {
  open = await openPublicHouse({
    sky: createSky([]),
    startMs: Date.UTC(2026, 6, 15, 19, 56),
    windowMs: minuteMs,
    hasPictures: true,
  })
})
afterAll(() => open.close())

async function add(name: string, place: { readonly latitude: number; readonly longitude: number }) {
  const { body } = await open.ask(addInstrument, { body: { make: 'ecowitt', name, ...place } })
  return body.data as Instrument & { key: string }
}
/** Sends a gauge's total, and returns the doubts about it. */
async function doubtsOf({ id, senderId, key }: Instrument & { key: string }, inches: number) {
  const answer = await open.house.raw({
    method: 'POST',
    url: `/data/report/${senderId}/${key}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `tempf=80&dailyrainin=${inches}&rainratein=0.4`,
  })
  expect(answer.status).toBe(200)
  await open.play(minuteMs, { stepMs: minuteMs })
  const { body } = await open.ask(getInstrument, { params: { id: String(id) } })
  const values = (body.data as Instrument).received?.values ?? []
  return values.flatMap(({ measure, doubt, caution }) => ((doubt ?? caution) ? [measure] : [])).sort()
}

/** Images are unpacked as fast as the machine allows, so one that is skipped in the meantime leaves a gap. */
async function areImagesWhole(): Promise<boolean> {
  const { body } = await open.ask(radarFrames, { params: { type: 'past' }, query: {} })
  const timesMs = ((body.data as string[] | undefined) ?? []).map(address =>
    Date.parse(new URL(address, 'http://house').searchParams.get('TIME') ?? ''),
  )
  const last = timesMs.slice(-5)
  const isFresh = open.nowMs() - (last.at(-1) ?? 0) < 6 * minuteMs
  return last.length === 5 && isFresh && (last[4] ?? 0) - (last[0] ?? 0) === 20 * minuteMs
}

it('rain that a gauge counts under an empty radar becomes doubtful, but not where no radar looks', async () => {
  const [roof, abroad] = [await add('Roof', norman), await add('Abroad', { latitude: 48.2, longitude: 16.4 })]
  expect(await doubtsOf(roof, 0)).toEqual([])
  let inches = 0.01
  let doubts: string[] = []
  // An image may be missing again a minute later. Then radar proves nothing, and the gauge is believed.
  const isDoubted = async () => {
    if (await areImagesWhole()) doubts = await doubtsOf(roof, (inches += 0.05))
    return doubts.length > 0
  }
  await open.playUntil(isDoubted, 3 * hourMs, { stepMs: minuteMs, look: () => sleep(400) })
  expect(doubts).toEqual(['rainInchesPerHour', 'rainTodayInches'])
  await doubtsOf(abroad, 0)
  expect(await doubtsOf(abroad, 0.1)).toEqual([])
})
