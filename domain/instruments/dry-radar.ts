import { distanceMiles, milesPerKilometre, type Point } from '#domain/geo/distance'
import type { EchoAround } from '#domain/radar/around'
import { usRadars } from '#domain/radar/us-radars'

const minuteMs = 60_000
/** Showers drift with the wind below the beam, and cells are up to a mile and a half wide. */
export const dryWithinMiles = 5 * milesPerKilometre
/** A gauge counts for a few minutes after the rain, and a rate stays positive even longer. */
const dryForMs = 15 * minuteMs
const newestForMs = 10 * minuteMs
/** An image is made every five minutes, so a longer gap means that one is missing. */
const longestGapMs = 7 * minuteMs
/** The weakest echo of light rain; weaker ones are not even part of our images. */
const rainFromDbz = 5
/**
 * At this distance, the lowest beam of a radar, half a degree above the horizon, is 4,600 feet above the radar; farther
 * away, more and more rain falls entirely below it. The limit is our choice.
 */
const lowBeamMiles = 60

/**
 * Whether radar has seen no rain at and around a place for long enough that a gauge should not count any. Null if
 * unknown: if an image is missing, old or without coverage there, or if the nearest beam is above the rain.
 */
export function isDryByRadar(around: readonly EchoAround[], nowMs: number): boolean | null {
  const newestFirst = around
    .filter(({ validMs }) => validMs <= nowMs + minuteMs)
    .toSorted((one, other) => other.validMs - one.validMs)
  const newest = newestFirst[0]
  if (!newest || nowMs - newest.validMs > newestForMs) return null
  let afterMs = newest.validMs
  let isSeen = true
  for (const { validMs, strongestDbz, isSeen: isAllSeen } of newestFirst) {
    if (afterMs - validMs > longestGapMs) return null
    if (strongestDbz !== null && strongestDbz >= rainFromDbz) return false
    isSeen &&= isAllSeen
    afterMs = validMs
    if (nowMs - validMs >= dryForMs) return isSeen ? true : null
  }
  return null
}

/** Whether a radar's beam is low enough at a place to see shallow rain. */
export function isLowBeamAt(place: Point): boolean {
  return usRadars.some(([, latitude, longitude]) => {
    if (Math.abs(latitude - place.latitude) > 1) return false // excludes most radars; runs for every message
    const miles = distanceMiles(place, { latitude, longitude })
    return miles !== null && miles <= lowBeamMiles
  })
}
