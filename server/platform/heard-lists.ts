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
 * The newest whole list of each source. Only in memory: lists are heard again within minutes. A list that does not name
 * something is a proof that it is not there only while it is fresh.
 */
export class HeardLists<List extends HeardList> {
  readonly #lists = new Map<string, List>()
  readonly #knownForMs: number

  constructor(knownForMs: number) {
    this.#knownForMs = knownForMs
  }

  hear(list: List) {
    const known = this.#lists.get(list.source)
    if (known && known.asOfMs > list.asOfMs) return
    this.#lists.set(list.source, list)
  }

  /** Undefined before a list was heard, and while that of any source is old. */
  known(nowMs: number): KnownLists<List> | undefined {
    const lists = [...this.#lists.values()]
    const asOfMs = Math.min(...lists.map(list => list.asOfMs))
    if (lists.length === 0 || nowMs - asOfMs > this.#knownForMs) return undefined
    return { asOfMs, lists }
  }
}
