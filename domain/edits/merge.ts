/** Merge rules for fields that are not simply merged one by one. */
export interface MergeRule<Draft> {
  /** Fields that belong together, such as latitude and longitude: changing one means changing all. */
  readonly together?: readonly (readonly (keyof Draft)[])[]
  /** Fields that are merged part by part, such as the days of a week: objects, and lists of the same length. */
  readonly deep?: readonly (keyof Draft)[]
  /** Set fields: the result includes what either side added and excludes what either side removed. */
  readonly sets?: readonly (keyof Draft)[]
}

export interface Merged<Draft> {
  /** All changes by both people, with mine where both changed the same field. */
  readonly mine: Draft
  /** All changes by both people, with theirs where both changed the same field. */
  readonly theirs: Draft
  /** The fields that both people changed to different values: the only ones a person has to decide. */
  readonly contested: readonly (keyof Draft)[]
}

/**
 * Merges two people's changes to the same version. A field that only one of them touched gets that person's value, so
 * no one undoes a change they never saw.
 */
export function mergeEdits<Draft extends object>(
  base: Draft,
  mine: Draft,
  theirs: Draft,
  { together = [], deep = [], sets = [] }: MergeRule<Draft> = {},
): Merged<Draft> {
  const [withMine, withTheirs] = [{ ...mine }, { ...mine }]
  const contested: (keyof Draft)[] = []
  const keys = Object.keys(mine) as (keyof Draft)[]
  const groups = [
    ...together,
    ...keys.filter(key => !together.some(some => some.includes(key))).map(key => [key]),
  ]
  const take = (from: Merge, key: keyof Draft) => {
    withMine[key] = from.mine as Draft[keyof Draft]
    withTheirs[key] = from.theirs as Draft[keyof Draft]
  }
  for (const group of groups) {
    const of = (draft: Draft) => group.map(key => draft[key])
    if (sameValue(of(base), of(theirs))) continue // mine is already in place
    if (sameValue(of(base), of(mine)) || sameValue(of(mine), of(theirs))) {
      for (const key of group) take({ mine: theirs[key], theirs: theirs[key] }, key)
      continue
    }
    let isContested = false
    for (const key of group) {
      const merged: Merge = sets.includes(key)
        ? mergedSet(base[key], mine[key], theirs[key])
        : deep.includes(key)
          ? mergedDeep(base[key], mine[key], theirs[key])
          : { mine: mine[key], theirs: theirs[key], isContested: true }
      take(merged, key)
      isContested ||= merged.isContested === true
    }
    if (isContested) contested.push(...group)
  }
  return { mine: withMine, theirs: withTheirs, contested }
}

interface Merge {
  readonly mine: unknown
  readonly theirs: unknown
  readonly isContested?: boolean
}

function mergedSet(base: unknown, mine: unknown, theirs: unknown): Merge {
  const [before, own, other] = [base, mine, theirs].map(each => new Set(each as Iterable<unknown>))
  const isIn = (each: unknown) => (before?.has(each) ? own?.has(each) && other?.has(each) : true)
  const merged = [...new Set([...(own ?? []), ...(other ?? [])])].filter(isIn)
  return { mine: merged, theirs: merged }
}

/** Part by part, at any depth. Lists of different lengths have no matching parts. */
function mergedDeep(base: unknown, mine: unknown, theirs: unknown): Merge {
  if (sameValue(base, theirs)) return { mine, theirs: mine }
  if (sameValue(base, mine) || sameValue(mine, theirs)) return { mine: theirs, theirs }
  const all = [base, mine, theirs]
  const areLists = all.every(each => Array.isArray(each))
  const areObjects = all.every(each => each !== null && typeof each === 'object' && !Array.isArray(each))
  const names = all.map(each => (areLists || areObjects ? Object.keys(each as object).toSorted() : []))
  if (names[0]?.length === 0 || !names.every(each => sameValue(each, names[0])))
    return { mine, theirs, isContested: true }
  const at = (value: unknown, name: string) => (value as Record<string, unknown>)[name]
  const parts = (names[0] ?? []).map(
    name => [name, mergedDeep(at(base, name), at(mine, name), at(theirs, name))] as const,
  )
  const put = (of: (part: Merge) => unknown) => {
    const values = Object.fromEntries(parts.map(([name, part]) => [name, of(part)]))
    return areLists ? Array.from(mine as unknown[], (_, index) => values[index]) : values
  }
  return {
    mine: put(part => part.mine),
    theirs: put(part => part.theirs),
    isContested: parts.some(([, part]) => part.isContested === true),
  }
}

const isPlain = (value: unknown) => value === null || typeof value !== 'object'

/** Whether two values are equal. Lists of plain values are equal in any order. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (isPlain(one) || isPlain(other)) return Object.is(one, other)
  if (Array.isArray(one) !== Array.isArray(other)) return false
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return false
    const [a, b] = [one, other].map(list => (list.every(isPlain) ? sorted(list) : list))
    return (a ?? []).every((value, index) => sameValue(value, b?.[index]))
  }
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>]
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every(name => sameValue(a[name], b[name]))
}

const sorted = (list: readonly unknown[]) =>
  list.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
