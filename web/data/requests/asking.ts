import type { Query } from '@tanstack/react-query'

/** Whether the live stream is delivering: not yet, now, or no longer. */
export type Stream = 'awaited' | 'live' | 'down'

type Asked = { readonly state: Pick<Query['state'], 'status'> }

/** When to fetch data that the live stream also delivers. */
export interface Asking {
  readonly enabled: boolean
  readonly staleTime: number
  readonly refetchInterval: (query: Asked) => number | false
}

/**
 * A newly started server receives most of its data within seconds. A server that is down should not be polled
 * constantly.
 */
const unknownEveryMs = 20_000

/** Polls at this interval, and sooner while the data is unknown. */
export function every(ms: number) {
  return ({ state }: Asked) => (state.status === 'error' ? Math.min(unknownEveryMs, ms) : ms)
}

type List = { readonly state: Pick<Query['state'], 'data' | 'isInvalidated'> }

/**
 * Returns how often to refetch the location list. While the stream is up, it reports each change once. If the request
 * after that fails, the list on the screen is known to be out of date, and the request is repeated until it succeeds.
 */
export function locationsEvery(stream: Stream) {
  return ({ state }: List): number | false =>
    stream === 'down' || (state.data !== undefined && state.isInvalidated) ? 10_000 : false
}

const pollMs = 60_000

/** Waits for the stream to connect. While it is up, polls only if the data is unknown; otherwise polls every minute. */
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
