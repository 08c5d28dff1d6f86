import type { WireAdvisory } from '#contract/weather/advisories'
import type { Advisory } from '#domain/advisories/advisory'
import { colorOf } from '#domain/advisories/colors'
import { serviceOf } from '#domain/advisories/services'
import { endsAtMs } from '#domain/advisories/standing'

export function wireAdvisory(advisory: Advisory): WireAdvisory {
  return {
    Identifier: advisory.id,
    Event: advisory.event,
    Headline: advisory.headline,
    Description: advisory.description,
    Instruction: advisory.instruction,
    Color: advisory.color ?? colorOf(advisory.event),
    Service: serviceOf(advisory.source),
    Severity: advisory.severity,
    Area: advisory.areaDescription,
    Sender: advisory.senderName,
    Sent: new Date(advisory.sentMs).toISOString(),
    Onset: new Date(advisory.onsetMs).toISOString(),
    Ends: new Date(endsAtMs(advisory)).toISOString(),
    Exercise: advisory.status === 'Exercise',
  }
}

export function wireOutlines({ outlines }: Advisory): [number, number][][] {
  return outlines.map(outline => outline.map(([longitude, latitude]) => [longitude, latitude]))
}
