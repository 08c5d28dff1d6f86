import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ingestStrikes } from '#contract/weather/lightning'
import { live } from '#contract/live'

/** A process's URL and the token to call it with. */
export interface Door {
  readonly url: string
  readonly token: string
  readonly feedKey: string
}

export type OnStrike = (lastStrike: string, atMs: number) => void

/** Reports which strike each event of a stream is about and when the event was received. */
export function openStream({ url, token }: Door, onStrike: OnStrike): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const asked = request(new URL(live.path, url), { headers, agent: false }, reply => {
      reply.on('data', (piece: Buffer) => {
        const atMs = performance.now()
        // Reads only the first ring's newest strike, because thousands of readers share this process.
        for (const [, instant] of piece.toString().matchAll(/"kind":"delay".*?"lastStrike":"([^"]+)"/g)) {
          if (instant !== undefined) onStrike(instant, atMs)
        }
      })
      reply.on('error', () => {}) // the process was killed, or the stream was closed here
      if (reply.statusCode === 200) resolve(() => asked.destroy())
      else reject(new Error(`A stream was rejected with ${reply.statusCode}`))
    })
    asked.on('error', reject).end()
  })
}

async function send({ url, feedKey }: Door, strikes: readonly object[]): Promise<void> {
  const nowMs = Date.now()
  const coverage = [{ from: new Date(nowMs - 5000).toISOString(), to: new Date(nowMs).toISOString() }]
  const reply = await fetch(new URL(ingestStrikes.path, url), {
    method: ingestStrikes.method,
    headers: { authorization: `Bearer ${feedKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ strikes, coverage }),
  })
  const { data } = (await reply.json()) as { data?: { accepted: number } }
  if (data?.accepted !== strikes.length)
    throw new Error(`Only ${data?.accepted} of ${strikes.length} were accepted`)
}

export interface Storm {
  readonly name: string
  readonly perBatch: number
  readonly batches: number
  readonly pauseMs: number
}

/** Sends batches of strikes to each URL in turn. One strike of each batch is at Norman; reports when it was sent. */
export async function sendStorm(
  doors: readonly Door[],
  { name, perBatch, batches, pauseMs }: Storm,
  onSend: (instant: string, atMs: number) => void,
): Promise<void> {
  for (let batch = 0; batch < batches; batch++) {
    const time = new Date().toISOString()
    const elsewhere = Array.from({ length: perBatch - 1 }, (_, n) => ({
      id: `${name}-${batch}-${n}`,
      time,
      // The others are over Montana, where the demo has no places.
      latitude: 45 + ((n * 7919) % 300) / 100,
      longitude: -112 + ((n * 104_729) % 600) / 100,
    }))
    const norman = { id: `${name}-${batch}`, time, latitude: 35.21, longitude: -97.45 }
    onSend(time, performance.now())
    await send(doors[batch % doors.length] as Door, [...elsewhere, norman])
    await sleep(pauseMs)
  }
  await sleep(3000)
}

export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}
