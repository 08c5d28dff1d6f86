/** A chart's visible slots, end exclusive. */
export interface SlotRange {
  readonly from: number
  readonly to: number
}

/** The smallest range. Zooming in further would show no more detail. */
const fewestSlots = 3

function within(from: number, size: number, count: number): SlotRange {
  const kept = Math.min(count, Math.max(fewestSlots, size))
  const start = Math.max(0, Math.min(count - kept, from))
  return { from: start, to: start + kept }
}

/** Returns a range of this many slots around one slot, limited to existing slots. */
function around(at: number, size: number, count: number): SlotRange {
  return within(at - Math.floor(size / 2), size, count)
}

const sizeOf = ({ from, to }: SlotRange) => to - from
const middleOf = ({ from, to }: SlotRange) => Math.floor((from + to) / 2)

/** Halves the range around the picked slot or the middle. */
export function zoomedIn(range: SlotRange, picked: number | null, count: number): SlotRange {
  return around(picked ?? middleOf(range), Math.ceil(sizeOf(range) / 2), count)
}

/** Doubles the range. */
export function zoomedOut(range: SlotRange, picked: number | null, count: number): SlotRange {
  return around(picked ?? middleOf(range), sizeOf(range) * 2, count)
}

/** Returns the range from one slot to another, inclusive, in either direction. */
export function zoomedTo(one: number, other: number, count: number): SlotRange {
  const size = Math.abs(one - other) + 1
  return size < fewestSlots
    ? around(Math.min(one, other), fewestSlots, count)
    : within(Math.min(one, other), size, count)
}

/** Returns the chosen range, limited to the current slots. */
export function keptRange(chosen: SlotRange | null, count: number): SlotRange {
  return chosen ? within(chosen.from, sizeOf(chosen), count) : { from: 0, to: count }
}
