interface ReceivedList {
  readonly source: string
  /** When the source last checked. */
  readonly asOfMs: number
}

export interface KnownLists<List> {
  /** The time of the oldest list, from the source that has been silent longest. */
  readonly asOfMs: number
  readonly lists: readonly List[]
}

/**
 * The complete lists of each source: the newest, and earlier ones for as long as callers ask about the past. In memory
 * only, because every list arrives again within minutes. An item's absence from a list proves something only while the
 * list is fresh.
 */
export class ReceivedLists<List extends ReceivedList> {
  /** The lists by source, newest first. */
  readonly #lists = new Map<string, readonly List[]>()
  readonly #knownForMs: number
  readonly #keptMs: number

  constructor(knownForMs: number, keptMs = 0) {
    this.#knownForMs = knownForMs
    this.#keptMs = keptMs
  }

  /** Adds a list. Of two lists with the same time, the one received later wins. */
  receive(list: List) {
    const others = (this.#lists.get(list.source) ?? []).filter(({ asOfMs }) => asOfMs !== list.asOfMs)
    const all = [...others, list].toSorted((one, other) => other.asOfMs - one.asOfMs)
    const newestMs = all[0]?.asOfMs ?? list.asOfMs
    this.#lists.set(
      list.source,
      all.filter(({ asOfMs }, at) => at === 0 || newestMs - asOfMs <= this.#keptMs),
    )
  }

  /** Returns undefined until a list has arrived, and while any source's list is stale. */
  known(nowMs: number): KnownLists<List> | undefined {
    return this.#freshAt(nowMs, () => true)
  }

  /** Returns the lists as they were known at a past instant that is still kept. */
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
