import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ingestStrikes } from '#contract/lightning'
import { live } from '#contract/live'
import { startServer, type Started } from './servers.ts'

const streams = 2000
const port = 8196

/** Every stream's events, as they come: which strike they speak of, and when they were heard. */
function openStream(
  server: Started,
  onStrike: (lastStrike: string, atMs: number) => void,
): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const asked = request(
      new URL(live.path, server.url),
      { headers: { authorization: `Bearer ${server.token}` }, agent: false },
      reply => {
        reply.on('data', (piece: Buffer) => {
          const atMs = performance.now()
          // The newest strike of the first ring is all that is looked for: 2,000 readers share this process.
          for (const [, instant] of piece.toString().matchAll(/"kind":"delay".*?"lastStrike":"([^"]+)"/g)) {
            if (instant !== undefined) onStrike(instant, atMs)
          }
        })
        resolve(() => asked.destroy())
      },
    )
    asked.once('error', reject).end()
  })
}

async function send(server: Started, strikes: object[]): Promise<void> {
  const nowMs = Date.now()
  const coverage = [{ from: new Date(nowMs - 5000).toISOString(), to: new Date(nowMs).toISOString() }]
  const reply = await fetch(new URL(ingestStrikes.path, server.url), {
    method: ingestStrikes.method,
    headers: { authorization: `Bearer ${server.feedKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ strikes, coverage }),
  })
  const { data } = (await reply.json()) as { data?: { accepted: number } }
  if (data?.accepted !== strikes.length)
    throw new Error(`Only ${data?.accepted} of ${strikes.length} were taken`)
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/** Sends batches of strikes, one of each at Norman, and measures how long every reader waits for that one. */
async function storm(server: Started, name: string, perBatch: number, batches: number, pauseMs: number) {
  const sentMs = new Map<string, number>()
  const waits: number[] = []
  const onStrike = (instant: string, atMs: number) => {
    const sent = sentMs.get(instant)
    if (sent !== undefined) waits.push(atMs - sent)
  }
  readers.add(onStrike)
  for (let batch = 0; batch < batches; batch++) {
    const time = new Date().toISOString()
    const elsewhere = Array.from({ length: perBatch - 1 }, (_, n) => ({
      id: `${name}-${batch}-${n}`,
      time,
      // Over Montana, where nobody of the demonstration is.
      latitude: 45 + ((n * 7919) % 300) / 100,
      longitude: -112 + ((n * 104_729) % 600) / 100,
    }))
    const norman = { id: `${name}-${batch}`, time, latitude: 35.21, longitude: -97.45 }
    sentMs.set(time, performance.now())
    await send(server, [...elsewhere, norman])
    await sleep(pauseMs)
  }
  await sleep(3000)
  readers.delete(onStrike)
  const sorted = waits.sort((a, b) => a - b)
  const expected = streams * batches
  const ms = (share: number) => `${Math.round(quantile(sorted, share))} ms`
  console.log(
    `  ${name}: ${perBatch * batches} strikes; sent to heard on ${streams} streams: median ${ms(0.5)}, p99 ${ms(0.99)}` +
      ` (target: p99 under 1000 ms); ${expected - sorted.length} of ${expected} events not heard`,
  )
}

const readers = new Set<(lastStrike: string, atMs: number) => void>()

/** Strikes in, events out: with 2,000 open live streams on one process. */
export async function measureLiveStreams(): Promise<void> {
  const server = await startServer('house.ts', port)
  const closers: (() => void)[] = []
  try {
    for (let opened = 0; opened < streams; opened += 100) {
      const more = Array.from({ length: 100 }, () =>
        openStream(server, (instant, atMs) => readers.forEach(reader => reader(instant, atMs))),
      )
      closers.push(...(await Promise.all(more)))
    }
    await storm(server, '500 strikes a second for a minute', 500, 60, 1000)
    await storm(server, 'bursts of 5000', 5000, 5, 1500)
  } finally {
    for (const close of closers) close()
    server.process.kill('SIGTERM')
    await once(server.process, 'exit')
  }
}
