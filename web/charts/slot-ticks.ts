/** Round steps between labels, for slots of a quarter hour, an hour or a day. */
const steps = [1, 2, 4, 8, 12, 16, 24, 48, 96]

/** Returns which slots get a label without overlap: every nth, counted from a round one. */
export function labeledSlots(
  { from, to }: { readonly from: number; readonly to: number },
  slotPx: number,
  labelPx: number,
  round: number,
): number[] {
  const step = steps.find(each => each * slotPx >= labelPx) ?? to - from
  const slots = Array.from({ length: to - from }, (_slot, index) => from + index)
  return slots.filter(slot => (slot - round) % step === 0)
}
