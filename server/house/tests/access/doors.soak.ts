import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { live, type LiveEvent } from '#contract/live'
import { people } from '#e2e/steps/accounts'
import { OwnServer } from '#e2e/servers/own-server'

const seconds = 60
const screens = 20
let server: OwnServer

beforeAll(async () => {
  server = await OwnServer.start('none')
})
afterAll(() => server.stop())

/** Subscribes as a screen does; records how long each lease took to arrive. */
async function listen(token: string, stop: AbortSignal, waits: number[]) {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(server.baseURL + live.path, { headers, signal: stop })
  expect(reply.status).toBe(200)
  let beforeMs = performance.now()
  let rest = ''
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: '' }
    if (done) throw new Error('A screen lost its stream')
    const frames = (rest + value).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const event = JSON.parse(frame.slice('data: '.length)) as LiveEvent
      if (event.kind !== 'lease') continue
      waits.push(performance.now() - beforeMs)
      beforeMs = performance.now()
    }
  }
}

/** Sends about 500 strikes a second around Norman. */
async function storm(stop: AbortSignal) {
  for (let batch = 0; !stop.aborted; batch++) {
    const time = new Date().toISOString()
    const strikes = Array.from({ length: 100 }, (_, n) => ({
      id: `storm ${batch} ${n}`,
      time,
      latitude: 35.2 + Math.sin(batch + n) / 2,
      longitude: -97.4 + Math.cos(batch * n) / 2,
    }))
    await server.ingest({ strikes })
    await sleep(200)
  }
}

it(`no screen loses its lease in a storm while every door is attacked for ${seconds} s`, async () => {
  await server.cover()
  const token = await server.tokenOf(people.admin)
  const attacker = await server.tokenOf(people.customer)
  const stop = new AbortController()
  const waits: number[] = []
  const listening = Array.from({ length: screens }, () =>
    listen(token, stop.signal, waits).catch((error: unknown) => {
      if (!stop.signal.aborted) throw error
    }),
  )
  const raging = storm(stop.signal)

  const { baseURL, feedKey } = server
  const args = [
    'server/house/tests/access/doors.attack.testing.ts',
    baseURL,
    String(seconds),
    attacker,
    feedKey,
  ]
  const attack = spawn(process.execPath, args, { stdio: 'inherit' })
  await Promise.race([once(attack, 'exit'), Promise.all(listening)])
  stop.abort()
  await Promise.all([...listening, raging])

  const sorted = waits.toSorted((one, other) => one - other)
  const [median, longest] = [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? Infinity]
  const figures = { leases: waits.length, medianMs: Math.round(median), longestMs: Math.round(longest) }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  expect(waits.length).toBeGreaterThan((screens * seconds) / 10)
  expect(longest).toBeLessThan(15_000)
})
