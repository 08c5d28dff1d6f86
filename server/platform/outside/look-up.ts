import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { dayMs, minuteMs, secondMs, systemClock, type Clock } from '#server/platform/clock'

type LookUp = (name: string) => Promise<readonly LookupAddress[]>

export interface LookUpOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** Uses the system resolver, which occupies one of few threads while a DNS server does not answer. */
  readonly ask: LookUp
}

const atOnce = 2
const freshMs = minuteMs
/** An older result is used while it is refreshed, so known names do not wait behind names that hang. */
const usableMs = dayMs
const failureHoldsMs = 10 * secondMs
const longestWaitMs = 10 * secondMs
const mostNames = 1000

interface Known {
  readonly addresses: readonly LookupAddress[]
  readonly sinceMs: number
}

/** Resolves names that users supply: few at a time, each name once, and not again for a minute. */
export function createLookUp({ clock, ask }: LookUpOptions): LookUp {
  const known = new Map<string, Known>()
  const failed = new Map<string, { readonly error: Error; readonly sinceMs: number }>()
  const underWay = new Map<string, Promise<readonly LookupAddress[]>>()
  const waiting: (() => void)[] = []
  let running = 0

  function keep<T>(map: Map<string, T>, name: string, value: T) {
    map.delete(name)
    map.set(name, value)
    const [oldest] = map.keys()
    if (map.size > mostNames && oldest !== undefined) map.delete(oldest)
  }

  async function askInTurn(name: string): Promise<readonly LookupAddress[]> {
    if (running < atOnce) running++
    else await waitForPlace()
    try {
      const addresses = await ask(name)
      keep(known, name, { addresses, sinceMs: clock.monotonicMs() })
      return addresses
    } catch (error) {
      keep(failed, name, { error: error as Error, sinceMs: clock.monotonicMs() })
      throw error
    } finally {
      // The slot passes directly to the next caller.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  function waitForPlace(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(go), 1)
      reject(new Error('Too many names are being looked up'))
    }, longestWaitMs)
    const go = () => {
      clearTimeout(timer)
      resolve()
    }
    waiting.push(go)
    return promise
  }

  function askOnce(name: string): Promise<readonly LookupAddress[]> {
    const already = underWay.get(name)
    if (already) return already
    const asking = askInTurn(name).finally(() => underWay.delete(name))
    underWay.set(name, asking)
    return asking
  }

  return async name => {
    const now = clock.monotonicMs()
    const found = known.get(name)
    if (found && now - found.sinceMs < freshMs) return found.addresses
    const fault = failed.get(name)
    const isRecent = fault !== undefined && now - fault.sinceMs < failureHoldsMs
    if (found && now - found.sinceMs < usableMs) {
      // Not awaited by any caller; the next one sees the result.
      if (!isRecent) askOnce(name).catch(() => {})
      return found.addresses
    }
    if (isRecent) throw fault.error
    return askOnce(name)
  }
}

export const lookUp = createLookUp({ clock: systemClock, ask: name => lookup(name, { all: true }) })
