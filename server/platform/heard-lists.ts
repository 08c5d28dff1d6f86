interface HeardList {
  readonly source: string
  /** When the source last looked. */
  readonly asOfMs: number
}

export interface KnownLists<List> {
  /** As old as the source that has been silent longest. */
  readonly asOfMs: number
  readonly lists: readonly List[]
}

/**
 * The whole lists of each source: the newest, and the earlier ones for as long as the past is asked about. Only in
 * memory: lists are heard again within minutes. A list that does not name something is a proof that it is not there only
 * while it is fresh.
 */
export class HeardLists<List extends HeardList> {
  /** Of each source the newest first. */
  readonly #lists = new Map<string, readonly List[]>()
  readonly #knownForMs: number
  readonly #keptMs: number

  constructor(knownForMs: number, keptMs = 0) {
    this.#knownForMs = knownForMs
    this.#keptMs = keptMs
  }

  /** Of two lists of the same instant the one that is heard later counts. */
  hear(list: List) {
    const others = (this.#lists.get(list.source) ?? []).filter(({ asOfMs }) => asOfMs !== list.asOfMs)
    const all = [...others, list].toSorted((one, other) => other.asOfMs - one.asOfMs)
    const newestMs = all[0]?.asOfMs ?? list.asOfMs
    this.#lists.set(
      list.source,
      all.filter(({ asOfMs }, at) => at === 0 || newestMs - asOfMs <= this.#keptMs),
    )
  }

  /** Undefined before a list was heard, and while that of any source is old. */
  known(nowMs: number): KnownLists<List> | undefined {
    return this.#freshAt(nowMs, () => true)
  }

  /** As they were known at an instant of the past that is kept. */
  knownAt(atMs: number): KnownLists<List> | undefined {
    return this.#freshAt(atMs, ({ asOfMs }) => asOfMs <= atMs)
  }

  #freshAt(atMs: number, counts: (list: List) => boolean): KnownLists<List> | undefined {
    const lists = [...this.#lists.values()].flatMap(all => all.find(counts) ?? [])
    const asOfMs = Math.min(...lists.map(list => list.asOfMs))
    if (lists.length === 0 || atMs - asOfMs > this.#knownForMs) return undefined
    return { asOfMs, lists }
  }
}
