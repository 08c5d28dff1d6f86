import { minuteMs, type Clock } from '#server/platform/clock'

export interface TurnstileOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly mostAtOnce: number
  readonly mostPerMinute: number
}

/** More requests than can be served in a few minutes. Callers beyond this limit retry on their next turn. */
const mostWaiting = 1000
const lookEveryMs = 100

/** Admits a few requests at a time and a limited number per minute, in order of arrival. */
export function createTurnstile({ clock, mostAtOnce, mostPerMinute }: TurnstileOptions) {
  let inside = 0
  let waiting = 0
  let entered: number[] = []
  let last: Promise<void> = Promise.resolve()
  let wake = () => {}

  function isOpen(): boolean {
    const sinceMs = clock.monotonicMs() - minuteMs
    entered = entered.filter(atMs => atMs > sinceMs)
    return inside < mostAtOnce && entered.length < mostPerMinute
  }

  /** Resolves when a request has finished or a moment has passed: the minute may end without a request finishing. */
  function somebodyLeaves() {
    return new Promise<void>(resolve => {
      const timer = setTimeout(resolve, lookEveryMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function enter(before: Promise<void>) {
    await before
    while (!isOpen()) await somebodyLeaves()
    inside++
    entered.push(clock.monotonicMs())
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= mostWaiting) throw new Error('Too many requests are waiting for this source')
    waiting++
    last = enter(last)
    try {
      await last
    } finally {
      waiting--
    }
    try {
      return await work()
    } finally {
      inside--
      wake()
    }
  }
}
