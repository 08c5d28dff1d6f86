import { isKnown } from '#domain/units/known'
import type { Advisory, AdvisoryList, Outline } from './advisory.ts'

const dayMs = 86_400_000
/** A ring needs three corners, with the first one repeated at the end. */
const fewestPoints = 4

function isOutline(outline: Outline): boolean {
  return outline.length >= fewestPoints && outline.every(point => point.every(isKnown))
}

/**
 * Corrects alerts with invalid times or outlines, erring on the side of caution. An alert without an end stays active
 * for a day, or until its source no longer lists it. An invalid outline is dropped.
 */
export function soundList({ source, asOfMs, advisories }: AdvisoryList): AdvisoryList {
  return {
    source,
    asOfMs,
    advisories: advisories.map((advisory): Advisory => {
      const sentMs = isKnown(advisory.sentMs) ? advisory.sentMs : asOfMs
      return {
        ...advisory,
        sentMs,
        onsetMs: isKnown(advisory.onsetMs) ? advisory.onsetMs : sentMs,
        expiresMs: isKnown(advisory.expiresMs) ? advisory.expiresMs : asOfMs + dayMs,
        endsMs: isKnown(advisory.endsMs) ? advisory.endsMs : null,
        outlines: advisory.outlines.filter(isOutline),
      }
    }),
  }
}
