import { distanceMiles, type Point } from '#domain/geo/distance'

/** The distance at which thunder can be heard, according to the National Weather Service. */
export const thunderMiles = 10
/** An observer reports a thunderstorm until 15 minutes after the last thunder (FMH-1, chapter 8). */
export const thunderLastsMs = 15 * 60_000

type Struck = Point & { readonly timeMs: number }

/** Whether a strike makes a place's weather a thunderstorm. A strike farther away is distant lightning. */
export function makesThunder(strike: Struck, place: Point, nowMs: number): boolean {
  const miles = distanceMiles(place, strike)
  return miles !== null && miles <= thunderMiles && nowMs - strike.timeMs <= thunderLastsMs
}
