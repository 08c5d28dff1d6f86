/** What stands in a form, field by field, as people read it. */
export type Described = readonly (readonly [label: string, value: string])[]

export interface Difference {
  readonly label: string
  readonly mine: string
  readonly theirs: string
}

const nothing = 'None'

/** The fields in which two versions of the same thing differ, in the order of the form. */
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

/** The fields that both have changed since the same version: only about those anybody is asked. */
export function contested(before: Described, mine: Described, theirs: Described): Difference[] {
  const was = new Map(before.map(([label, value]) => [label, value.trim() || nothing]))
  const all = differences(mine, theirs)
  const both = all.filter(({ label, ...row }) => row.mine !== was.get(label) && row.theirs !== was.get(label))
  // Fields that count together may read alike where one of them was changed by each.
  return both.length > 0 ? both : all
}

export const onOrOff = (isOn: boolean) => (isOn ? 'On' : 'Off')
