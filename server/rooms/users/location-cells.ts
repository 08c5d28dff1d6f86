/** A place of the organization for which people can be alerted. */
export interface ImportedPlace {
  readonly id: number
  readonly name: string
}

const partsOf = (cell: string) =>
  cell
    .split(';')
    .map(part => part.trim())
    .filter(part => part !== '')
const keyOf = (parts: readonly string[]) => parts.join('; ').toLowerCase()

/** Joins the names of places into one cell. */
export function locationCellOf(ids: readonly number[], places: readonly ImportedPlace[]): string {
  const names = new Map(places.map(({ id, name }) => [id, name]))
  return ids.flatMap(id => names.get(id) ?? []).join('; ')
}

/** Parses the places in a cell. A name may contain a semicolon, so the longest match wins. */
export function readPlaces(
  cell: string,
  places: readonly ImportedPlace[],
): { ids: number[]; faults: string[] } {
  const byName = Map.groupBy(places, ({ name }) => keyOf(partsOf(name)))
  const longest = Math.max(1, ...places.map(({ name }) => partsOf(name).length))
  const parts = partsOf(cell)
  const ids = new Set<number>()
  const faults: string[] = []
  for (let from = 0; from < parts.length;) {
    let to = Math.min(parts.length, from + longest)
    while (to > from + 1 && !byName.has(keyOf(parts.slice(from, to)))) to--
    const found = byName.get(keyOf(parts.slice(from, to))) ?? []
    const [place] = found
    if (!place) faults.push(`'${parts[from] ?? ''}' is not known`)
    else if (found.length > 1) faults.push(`'${place.name}' is the name of several locations`)
    else ids.add(place.id)
    from = to
  }
  return { ids: [...ids], faults }
}
