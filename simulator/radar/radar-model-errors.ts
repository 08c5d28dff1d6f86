import { Draws, hashOf, hashOfText } from '#simulator/weather/chance'
import { clamp, milesPerDegree } from '#simulator/weather/plane'

const hourMs = 3_600_000
const dayHours = 24
/** The errors of a good model after a day; they never exceed a few times that. */
const placeMiles = 45
const timingHours = 1.5
const strengthDbz = 4
const mostDays = 3
const mostErrors = 2

/** A model's errors at one instant: where, when and how strong. */
export interface ModelError {
  readonly northDegrees: number
  readonly eastDegrees: number
  readonly lateMs: number
  readonly dbz: number
}

/** Creates the errors of models: each run is wrong in its own way, and more so the farther ahead it looks. */
export function createModelErrors(seed: number): (validMs: number, issuedMs: number) => ModelError {
  const start = hashOfText(`${seed}/radar-model`)
  return (validMs, issuedMs) => {
    const draws = new Draws(hashOf(start, Math.floor(issuedMs / hourMs)))
    const draw = () => clamp(draws.gaussian(), -mostErrors, mostErrors)
    const leadDays = Math.max(0, validMs - issuedMs) / hourMs / dayHours
    const grown = Math.min(mostDays, leadDays) ** 0.75
    return {
      northDegrees: (placeMiles / milesPerDegree) * grown * draw(),
      eastDegrees: (placeMiles / milesPerDegree) * grown * draw(),
      lateMs: Math.round(timingHours * hourMs * grown * draw()),
      dbz: strengthDbz * Math.min(1, grown) * draw(),
    }
  }
}
