/** The state stored for a gauge. */
export interface RainState {
  /** The instrument's local day to which the total belongs. */
  readonly day: number
  /**
   * Since local midnight; null on the first day of a gauge that sends only a counter, because its first value is a
   * baseline.
   */
  readonly totalInches: number | null
  /** What the gauge last sent: its total for the day, or its counter. */
  readonly lastInches: number
  readonly kind: 'today' | 'counter'
  readonly timeMs: number
  /** Whether the gauge's own total still includes rain from before our midnight. */
  readonly isCarried: boolean
  /** Whether the gauge resets at an hour other than our midnight. */
  readonly resetsElsewhere: boolean
  /** Counted today while radar saw no rain. */
  readonly dryInches: number
  /** When the gauge last counted while radar saw no rain; absent if it has not. */
  readonly dryMs?: number
  /** Before the last drop of the count, which may have been a mistake rather than a reset. */
  readonly beforeDrop?: Omit<RainState, 'beforeDrop'>
}

export interface RainSent {
  readonly todayInches: number | null
  readonly counterInches: number | null
  readonly timeMs: number
  readonly day: number
  /** When the local day began. */
  readonly dayStartMs: number
  readonly isDryByRadar: boolean | null
}

/** A gauge's clock may be off by this much, and some gauges send the old total shortly after midnight. */
const midnightSlackMs = 20 * 60_000
/** No gauge collects more than this between messages; a larger step means a different counter. */
const mostStepInches = 5
const leastStepInches = 0.0005
/** What may have fallen while a gauge sent a wrong value; more is rain after a reset. Our choice. */
const mostMissedInches = 0.25
/** After a longer silence, the rain may have fallen before the time for which radar is checked. */
const dryStepMs = 15 * 60_000

/**
 * The gauge's state after a message; unchanged if the message has no rain value. A first value is a baseline, never
 * rain.
 */
export function followRain(before: RainState | null, sent: RainSent): RainState | null {
  const kind = sent.todayInches === null ? 'counter' : 'today'
  const inches = sent.todayInches ?? sent.counterInches
  if (inches === null) return before
  if (before?.kind !== kind || sent.day < before.day) return firstOf(kind, inches, sent)
  const { beforeDrop, ...current } = before
  if (beforeDrop && beforeDrop.day === sent.day && isBack(beforeDrop.lastInches, current.lastInches, inches))
    return followRain({ ...beforeDrop, timeMs: current.timeMs }, sent)
  const step = stepBetween(before.lastInches, inches)
  const dropped = step.isReset ? current : beforeDrop
  const next = kind === 'today' ? nextToday(before, inches, step, sent) : nextCounter(before, step, sent)
  const isNewDay = sent.day !== before.day
  const { timeMs, day } = sent
  const isDry = sent.isDryByRadar === true && step.inches > 0 && timeMs - before.timeMs <= dryStepMs
  const dryInches = (isNewDay ? 0 : before.dryInches) + (isDry ? step.inches : 0)
  const dryMs = isDry ? timeMs : before.dryMs
  const rest = { ...(dryMs !== undefined && { dryMs }), ...(dropped && { beforeDrop: dropped }) }
  return { ...next, day, lastInches: inches, kind, timeMs, dryInches, ...rest }
}

function firstOf(kind: RainState['kind'], inches: number, { timeMs, day }: RainSent): RainState {
  const totalInches = kind === 'today' ? inches : null
  const rest = { isCarried: false, resetsElsewhere: false, dryInches: 0 }
  return { day, totalInches, lastInches: inches, kind, timeMs, ...rest }
}

/** A gauge that was reset counts up again. One that returns to its old value at once was never reset. */
function isBack(oldInches: number, lowInches: number, inches: number): boolean {
  const moreInches = inches - oldInches
  return lowInches * 2 < oldInches && moreInches >= -leastStepInches && moreInches <= mostMissedInches
}

interface Step {
  readonly inches: number
  readonly isReset: boolean
}

/** A drop means that the gauge was reset: its new total is the rain since then. */
function stepBetween(last: number, inches: number): Step {
  const isReset = inches < last - leastStepInches
  const step = isReset ? inches : Math.max(0, inches - last)
  return { inches: step > mostStepInches ? 0 : step, isReset }
}

type Counted = Pick<RainState, 'totalInches' | 'isCarried' | 'resetsElsewhere'>

function nextCounter(before: RainState, step: Step, { day }: RainSent): Counted {
  const { resetsElsewhere } = before
  if (day === before.day) {
    const totalInches = before.totalInches === null ? null : before.totalInches + step.inches
    return { totalInches, isCarried: true, resetsElsewhere }
  }
  // After a day without messages, it is unknown on which day the rain fell.
  const totalInches = day - before.day === 1 ? step.inches : null
  return { totalInches, isCarried: true, resetsElsewhere }
}

function nextToday(before: RainState, inches: number, step: Step, sent: RainSent): Counted {
  const fromMidnightMs = sent.timeMs - sent.dayStartMs
  const isNearMidnight = fromMidnightMs < midnightSlackMs || fromMidnightMs > 86_400_000 - midnightSlackMs
  const wasHeard = sent.timeMs - before.timeMs <= midnightSlackMs
  if (sent.day !== before.day) {
    if (step.isReset)
      return { totalInches: inches, isCarried: false, resetsElsewhere: before.resetsElsewhere }
    // The gauge has not reset yet, or never resets at our midnight, so only the increase counts.
    if (wasHeard || before.resetsElsewhere)
      return {
        totalInches: step.inches,
        isCarried: before.lastInches > 0,
        resetsElsewhere: before.resetsElsewhere,
      }
    return { totalInches: inches, isCarried: false, resetsElsewhere: false }
  }
  const added = (before.totalInches ?? 0) + step.inches
  if (!step.isReset)
    return {
      totalInches: before.isCarried ? added : inches,
      isCarried: before.isCarried,
      resetsElsewhere: before.resetsElsewhere,
    }
  if (isNearMidnight && fromMidnightMs < midnightSlackMs)
    return { totalInches: inches, isCarried: false, resetsElsewhere: false }
  // The gauge reset at another hour: our day's total continues.
  return { totalInches: added, isCarried: true, resetsElsewhere: before.resetsElsewhere || !isNearMidnight }
}
