import { setTimeout as sleep } from 'node:timers/promises'
import { fillPath } from '#contract/call'
import { getDelay } from '#contract/weather/lightning'
import { listLocations } from '#contract/places/locations'
import { quantile } from './live-stream-client.ts'

/** A ring that belongs to the token's owner, used to measure how long a request for its state takes. */
export interface Ring {
  /** Sends requests one by one until `isEnough`, and returns their durations. */
  stateTimes(isEnough: (asked: number) => boolean): Promise<number[]>
}

export async function someRing(baseUrl: string, token: string): Promise<Ring> {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(baseUrl + listLocations.path, { headers })
  const { data } = (await reply.json()) as { data: { id: number }[] }
  const path = fillPath(getDelay.path, { id: data[0]?.id ?? 0 })
  return {
    async stateTimes(isEnough) {
      const times: number[] = []
      while (!isEnough(times.length)) {
        const begun = performance.now()
        await (await fetch(baseUrl + path, { headers })).arrayBuffer()
        times.push(performance.now() - begun)
        await sleep(10)
      }
      return times
    },
  }
}

export function p99(times: readonly number[]): number {
  return quantile(
    times.toSorted((one, other) => one - other),
    0.99,
  )
}
