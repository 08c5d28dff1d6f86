import type { Query } from '@tanstack/react-query'

/** Whether the live stream tells what there is to tell: not yet, at this moment, or not any more. */
export type Stream = 'awaited' | 'live' | 'down'

type Asked = { readonly state: Pick<Query['state'], 'status'> }

/** When to ask for something that the live stream tells by itself. */
export interface Asking {
  readonly enabled: boolean
  readonly staleTime: number
  readonly refetchInterval: (query: Asked) => number | false
}

/** A server that has just started learns of much within seconds; one that is down is not asked all the time. */
const unknownEveryMs = 20_000

/** Every so often; sooner where it is not known. */
export function every(ms: number) {
  return ({ state }: Asked) => (state.status === 'error' ? Math.min(unknownEveryMs, ms) : ms)
}

/** How often the list of locations is asked for: the stream says when it has changed, as long as it speaks. */
export const locationsEvery = (stream: Stream): number | false => (stream === 'down' ? 10_000 : false)

const pollMs = 60_000

/** Not before the stream has had a chance, not again while it speaks, else every minute; so too what is not known. */
function askingWhile(stream: Stream): Asking {
  return {
    enabled: stream !== 'awaited',
    staleTime: stream === 'live' ? Infinity : pollMs,
    refetchInterval: ({ state }) => (stream === 'live' && state.status === 'success' ? false : pollMs),
  }
}

export const asking: Readonly<Record<Stream, Asking>> = {
  awaited: askingWhile('awaited'),
  live: askingWhile('live'),
  down: askingWhile('down'),
}
