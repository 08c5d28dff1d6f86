/** A form's fields as readable text. */
export type Described = readonly (readonly [label: string, value: string])[]

export interface Difference {
  readonly label: string
  readonly mine: string
  readonly theirs: string
}

const nothing = 'None'

/** Returns the fields in which two versions differ, in form order. */
export function differences(mine: Described, theirs: Described): Difference[] {
  const [own, other] = [new Map(mine), new Map(theirs)]
  const labels = [...new Set([...own.keys(), ...other.keys()])]
  return labels
    .map(label => ({
      label,
      mine: own.get(label)?.trim() || nothing,
      theirs: other.get(label)?.trim() || nothing,
    }))
    .filter(row => row.mine !== row.theirs)
}

/** Returns the fields that both people changed since the same version. People are asked only about these fields. */
export function contested(before: Described, mine: Described, theirs: Described): Difference[] {
  const was = new Map(before.map(([label, value]) => [label, value.trim() || nothing]))
  const all = differences(mine, theirs)
  const both = all.filter(({ label, ...row }) => row.mine !== was.get(label) && row.theirs !== was.get(label))
  // Fields that belong together may read the same even though each side changed one of them.
  return both.length > 0 ? both : all
}

export const onOrOff = (isOn: boolean) => (isOn ? 'On' : 'Off')
