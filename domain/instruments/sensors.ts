/** One of the radio sensors that a receiver hears: they have no keys, so all nearby ones are received. */
export interface HeardSensor {
  readonly name: string
  /** Its last count. Each sensor counts separately. */
  readonly count: number | null
  readonly heardMs: number
}

export interface FollowedSensors {
  /** The first is the one whose values are shown. */
  readonly sensors: readonly HeardSensor[]
  readonly isShown: boolean
  /** What the same sensor counted before; null if it is heard for the first time. */
  readonly countBefore: number | null
}

const mostSensors = 20
/** A new battery gives most sensors a new name: another one is shown once the first was silent for this long. */
const silentMs = 3_600_000

/** Keeps sensors apart by their names: the first that is heard is shown, and every one has its own counter. */
export function followSensors(
  before: readonly HeardSensor[],
  name: string,
  count: number | null,
  nowMs: number,
): FollowedSensors {
  const [shown] = before
  const known = before.find(each => each.name === name)
  const others = before.filter(each => each !== known)
  const countBefore = known?.count ?? null
  const heard = { name, count: count ?? countBefore, heardMs: nowMs }
  const isShown = !shown || shown === known || nowMs - shown.heardMs > silentMs
  if (isShown) return { sensors: [heard, ...others].slice(0, mostSensors), isShown, countBefore }
  const rest = others.filter(each => each !== shown)
  return { sensors: [shown, heard, ...rest].slice(0, mostSensors), isShown, countBefore }
}
