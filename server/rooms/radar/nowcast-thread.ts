import { deflateSync, inflateSync } from 'node:zlib'
import { cellCount, type PackedGrid, type RadarGrid } from '#domain/radar/grid'
import { motionField } from '#domain/radar/motion-field'
import { blendedInto, modelShare, movedOn } from '#domain/radar/nowcast'

/** An instant that needs a nowcast, with the model's forecast for it, if known. */
export interface NowcastRequest {
  readonly validMs: number
  readonly leadMinutes: number
  readonly model: PackedGrid | null
}

export interface Nowcast extends PackedGrid {
  readonly validMs: number
}

function unpacked({ place, deflated }: PackedGrid): RadarGrid {
  return { place, echoes: inflateSync(deflated, { maxOutputLength: cellCount(place) }) }
}

/** An image from this many minutes before the newest. */
export interface PackedEarlier extends PackedGrid {
  readonly minutes: number
}

/** Forecasts where the newest image's echoes will be, based on their motion. Runs in a thread. */
export function* nowcasts(
  earlier: readonly PackedEarlier[],
  newest: PackedGrid,
  requests: readonly NowcastRequest[],
): Generator<Nowcast> {
  const now = unpacked(newest)
  const before = earlier.map(each => ({ grid: unpacked(each), minutes: each.minutes }))
  const field = motionField(before, now)
  for (const { validMs, leadMinutes, model } of requests) {
    const moved = movedOn(now, field, leadMinutes)
    const share = modelShare(leadMinutes)
    const { place, echoes } = model && share > 0 ? blendedInto(moved, unpacked(model), share) : moved
    yield { validMs, place, deflated: new Uint8Array(deflateSync(echoes, { level: 1 })) }
  }
}
