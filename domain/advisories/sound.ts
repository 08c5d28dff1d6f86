import { isKnown } from '#domain/units/known'
import type { Advisory, AdvisoryList, Outline } from './advisory.ts'

const dayMs = 86_400_000
/** A ring needs three corners and its first one again. */
const fewestPoints = 4

function isOutline(outline: Outline): boolean {
  return outline.length >= fewestPoints && outline.every(point => point.every(isKnown))
}

/**
 * Alerts whose times or outlines make no sense, mended to the safe side: one without an end stands for a day, or until
 * its source lists it no more. An outline that is none is left out.
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
