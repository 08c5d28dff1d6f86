import type { Coverage, Strike } from '#domain/lightning/strike'
import { hashOfText, share } from './weather/chance.ts'
import { simulatedSource } from '#domain/feeds/source'
import type { World } from './world.ts'

/** From the first time up to, but not including, the second. */
interface Window {
  readonly fromMs: number
  readonly toMs: number
}

/** The source's possible faults. A window is in strike times, unless stated otherwise. */
export type SourceFault =
  /** Strikes are lost for good, and coverage is not claimed. */
  | (Window & { readonly kind: 'gap' })
  /** Some of the strikes arrive later than the rest; coverage waits for them. */
  | (Window & { readonly kind: 'late'; readonly share: number; readonly lateSeconds: number })
  /** Some of the strikes are sent twice. */
  | (Window & { readonly kind: 'duplicates'; readonly share: number })
  /** Sends nothing while the current time is in the window; afterwards everything can be requested again. */
  | (Window & { readonly kind: 'silence' })
  /** The source's clock is ahead, or behind if negative, for strikes and coverage alike; the source cannot notice. */
  | (Window & { readonly kind: 'wrong clock'; readonly aheadSeconds: number })
  /** Only for testing the tests: withholds strikes but claims coverage. No real feed may do this. */
  | (Window & { readonly kind: 'lying coverage' })

export interface StrikeDelivery {
  readonly strikes: Strike[]
  readonly coverage: Coverage[]
}

export interface LightningSource {
  /**
   * Returns what the source delivers at `nowMs` for a requested interval, including both ends, because coverage
   * includes its ends: intervals that touch leave no gap, and a strike on the boundary is sent twice. What was not
   * covered must be requested again, because it may be late.
   */
  readonly delivery: (fromMs: number, toMs: number, nowMs: number) => StrikeDelivery
}

type FaultOf<Kind extends SourceFault['kind']> = Extract<SourceFault, { kind: Kind }>

function within({ fromMs, toMs }: Window, timeMs: number): boolean {
  return fromMs <= timeMs && timeMs < toMs
}

/**
 * Returns coverage with a window cut out, in whole milliseconds, because coverage includes its ends and windows do not.
 */
function without(coverage: readonly Coverage[], window: Window): Coverage[] {
  return coverage.flatMap(span => [
    ...(span.fromMs < window.fromMs ? [{ ...span, toMs: Math.min(span.toMs, window.fromMs - 1) }] : []),
    ...(span.toMs >= window.toMs ? [{ ...span, fromMs: Math.max(span.fromMs, window.toMs) }] : []),
  ])
}

/** Returns the part of coverage inside a window. */
function inside(coverage: readonly Coverage[], window: Window): Coverage[] {
  return coverage
    .map(span => ({
      ...span,
      fromMs: Math.max(span.fromMs, window.fromMs),
      toMs: Math.min(span.toMs, window.toMs - 1),
    }))
    .filter(span => span.fromMs <= span.toMs)
}

function chosen(strike: Strike, purpose: string, wanted: number): boolean {
  return share(hashOfText(`${purpose}/${strike.id}`)) < wanted
}

export function createLightningSource(world: World, faults: readonly SourceFault[] = []): LightningSource {
  function of<Kind extends SourceFault['kind']>(kind: Kind): FaultOf<Kind>[] {
    return faults.filter((fault): fault is FaultOf<Kind> => fault.kind === kind)
  }
  const silences = of('silence')
  const lost = [...of('gap'), ...of('lying coverage')]
  const lates = of('late')
  const twice = of('duplicates')
  const clocks = of('wrong clock')

  function hasArrived(strike: Strike, nowMs: number): boolean {
    if (lost.some(fault => within(fault, strike.timeMs))) return false
    return !lates.some(
      fault =>
        within(fault, strike.timeMs) &&
        nowMs < strike.timeMs + fault.lateSeconds * 1000 &&
        chosen(strike, 'late', fault.share),
    )
  }

  function claimed(fromMs: number, toMs: number, nowMs: number): Coverage[] {
    const whole: Coverage[] = fromMs <= toMs ? [{ source: simulatedSource, fromMs, toMs }] : []
    const owed = lates.map(fault => ({
      fromMs: Math.max(fault.fromMs, nowMs - fault.lateSeconds * 1000 + 1),
      toMs: fault.toMs,
    }))
    return [...of('gap'), ...owed].filter(window => window.fromMs < window.toMs).reduce(without, whole)
  }

  /** Returns how far the source's clock is ahead. Among several wrong clocks at one time, the first applies. */
  function aheadMs(timeMs: number): number {
    return 1000 * (clocks.find(fault => within(fault, timeMs))?.aheadSeconds ?? 0)
  }

  function byItsClock(coverage: readonly Coverage[]): Coverage[] {
    const right = clocks.reduce<Coverage[]>(without, [...coverage])
    const wrong = clocks.flatMap((fault, index) =>
      clocks
        .slice(0, index)
        .reduce<Coverage[]>(without, inside(coverage, fault))
        .map(span => ({
          ...span,
          fromMs: span.fromMs + fault.aheadSeconds * 1000,
          toMs: span.toMs + fault.aheadSeconds * 1000,
        })),
    )
    return [...right, ...wrong].sort((one, other) => one.fromMs - other.fromMs)
  }

  return {
    delivery(fromMs, toMs, nowMs) {
      if (silences.some(fault => within(fault, nowMs))) return { strikes: [], coverage: [] }
      const lastMs = Math.floor(Math.min(toMs, nowMs))
      const strikes = world
        .strikesBetween(fromMs, lastMs + 1)
        .filter(strike => hasArrived(strike, nowMs))
        .flatMap(strike => {
          const again = twice.some(
            fault => within(fault, strike.timeMs) && chosen(strike, 'twice', fault.share),
          )
          const reported = { ...strike, timeMs: strike.timeMs + aheadMs(strike.timeMs) }
          return again ? [reported, reported] : [reported]
        })
      return { strikes, coverage: byItsClock(claimed(fromMs, lastMs, nowMs)) }
    },
  }
}
