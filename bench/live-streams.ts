import { once } from 'node:events'
import {
  openStream,
  quantile,
  sendStorm,
  type Door,
  type OnStrike,
  type Storm,
} from './live-stream-client.ts'
import { startServer } from './servers.ts'

const streams = 2000
const port = 8196

/** Sends a storm and measures how long every reader waits for the strikes at Norman. */
async function storm(door: Door, wanted: Storm) {
  const { name, perBatch, batches } = wanted
  const sentMs = new Map<string, number>()
  const waits: number[] = []
  const onStrike: OnStrike = (instant, atMs) => {
    const sent = sentMs.get(instant)
    if (sent !== undefined) waits.push(atMs - sent)
  }
  readers.add(onStrike)
  await sendStorm([door], wanted, (instant, atMs) => sentMs.set(instant, atMs))
  readers.delete(onStrike)
  const sorted = waits.sort((a, b) => a - b)
  const expected = streams * batches
  const ms = (share: number) => `${Math.round(quantile(sorted, share))} ms`
  console.log(
    `  ${name}: ${perBatch * batches} strikes; sent to received on ${streams} streams: median ${ms(0.5)}, p99 ${ms(0.99)}` +
      ` (target: p99 under 1000 ms); ${expected - sorted.length} of ${expected} events not received`,
  )
}

const readers = new Set<OnStrike>()

/** Measures the latency from strikes to events with 2,000 open live streams on one process. */
export async function measureLiveStreams(): Promise<void> {
  const server = await startServer('house.ts', port)
  const door: Door = { ...server, feedKey: server.feedKey ?? '' }
  const closers: (() => void)[] = []
  try {
    for (let opened = 0; opened < streams; opened += 100) {
      const more = Array.from({ length: 100 }, () =>
        openStream(door, (instant, atMs) => readers.forEach(reader => reader(instant, atMs))),
      )
      closers.push(...(await Promise.all(more)))
    }
    await storm(door, {
      name: '500 strikes a second for a minute',
      perBatch: 500,
      batches: 60,
      pauseMs: 1000,
    })
    await storm(door, { name: 'bursts of 5000', perBatch: 5000, batches: 5, pauseMs: 1500 })
  } finally {
    for (const close of closers) close()
    server.process.kill('SIGTERM')
    await once(server.process, 'exit')
  }
}
