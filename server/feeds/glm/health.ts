import { publicSourceOf } from '#domain/feeds/public-sources'
import { secondMs } from '#server/platform/clock'
import type { FeedParts } from '#server/feeds/parts'
import type { BucketState } from './bucket-reader.ts'

const { staleAfterMs } = publicSourceOf('glm', 'lightning')
/** Smaller clock differences are harmless. */
const noticedAheadMs = 5 * secondMs

const names = { east: 'GOES-East', west: 'GOES-West' } as const

function lagOf({ bucket, newestEndMs, error }: BucketState, nowMs: number): string | null {
  if (newestEndMs !== null && nowMs - newestEndMs <= staleAfterMs) return null
  if (error !== null) return `${error}.`
  const name = names[bucket.by]
  if (newestEndMs === null) return `${name} has delivered nothing in the last hour.`
  return `${name} has delivered nothing since ${new Date(newestEndMs).toISOString().slice(11, 16)} UTC.`
}

type Health = Omit<Parameters<FeedParts['report']>[0], 'deliveredMs'>

/** Describes the feed's state for an administrator. It delivers while both satellites do. */
export function glmHealth(states: readonly BucketState[], nowMs: number): Health {
  if (!states.every(({ hasAnswered }) => hasAnswered))
    return { delivering: null, detail: 'Requesting the last hour.' }
  const lags = states.map(state => lagOf(state, nowMs))
  const [working] = states.filter((_, index) => lags[index] === null)
  const reported = lags.filter(lag => lag !== null)
  if (reported.length > 0) {
    const still = working ? [`Flashes that ${names[working.bucket.by]} sees are still used.`] : []
    return { delivering: false, detail: [...reported, ...still].join(' ') }
  }
  const aheadMs = Math.max(...states.map(({ newestEndMs }) => (newestEndMs ?? -Infinity) - nowMs))
  const clock =
    aheadMs > noticedAheadMs
      ? [`This server’s clock is at least ${Math.round(aheadMs / secondMs)} s slow.`]
      : []
  const errors = states.flatMap(({ error }) => (error === null ? [] : [`${error}.`]))
  const detail = ['GOES-East and GOES-West deliver every 20 seconds.', ...errors, ...clock].join(' ')
  return { delivering: true, detail }
}
