/** One of the radio sensors that a receiver hears. Sensors have no keys, so all nearby ones are received. */
export interface HeardSensor {
  readonly name: string
  /** The sensor's last count. Each sensor counts separately. */
  readonly count: number | null
  readonly heardMs: number
}

export interface FollowedSensors {
  /** The values of the first sensor in the list are shown. */
  readonly sensors: readonly HeardSensor[]
  readonly isShown: boolean
  /** The same sensor's previous count; null the first time it is heard. */
  readonly countBefore: number | null
}

const mostSensors = 20
/**
 * A new battery gives most sensors a new name, so another sensor is shown once the first one has been silent for this
 * long.
 */
const silentMs = 3_600_000

/** Tells sensors apart by their names: the first one heard is shown, and each one has its own counter. */
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
