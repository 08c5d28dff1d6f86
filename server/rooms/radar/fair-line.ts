/**
 * What waits, in one line per caller. Callers take turns, so nobody waits for everything that another one requested.
 * Several callers may wait for the same item, and one caller several times.
 */
export class FairLine<Item> {
  /** In the order of their turns. */
  readonly #lines = new Map<string, Set<Item>>()
  /** How many times each caller waits for an item. */
  readonly #places = new Map<Item, Map<string, number>>()

  get size(): number {
    return this.#places.size
  }

  has(item: Item): boolean {
    return this.#places.has(item)
  }

  join(caller: string, item: Item) {
    const line = this.#lines.get(caller) ?? new Set()
    this.#lines.set(caller, line.add(item))
    const places = this.#places.get(item) ?? new Map<string, number>()
    this.#places.set(item, places.set(caller, (places.get(caller) ?? 0) + 1))
  }

  /** Gives up one place. Returns whether that was the last one for the item. */
  leave(caller: string, item: Item): boolean {
    const places = this.#places.get(item)
    const left = (places?.get(caller) ?? 0) - 1
    if (!places || left < 0) return false
    if (left > 0) places.set(caller, left)
    else {
      places.delete(caller)
      this.#leaveLine(caller, item)
    }
    if (places.size > 0) return false
    this.#places.delete(item)
    return true
  }

  /** Takes out the item whose turn it is. Its caller goes to the end with everything else. */
  next(): Item | undefined {
    const [turn] = this.#lines
    if (!turn) return undefined
    const [caller, line] = turn
    const [item] = line
    this.#lines.delete(caller)
    this.#lines.set(caller, line)
    if (item !== undefined) this.#remove(item)
    return item
  }

  /**
   * Takes out the newest item of whoever waits for the most, to make room for a caller who waits for less. Undefined if
   * nobody has that much more, or shares all of it with others.
   */
  giveUpFor(caller: string): Item | undefined {
    const own = this.#lines.get(caller)?.size ?? 0
    const longest = [...this.#lines.values()].toSorted((one, other) => other.size - one.size)[0]
    if (!longest || longest.size <= own + 1) return undefined
    const item = [...longest].findLast(each => this.#places.get(each)?.size === 1)
    if (item !== undefined) this.#remove(item)
    return item
  }

  takeAll(): Item[] {
    const all = [...this.#places.keys()]
    this.#lines.clear()
    this.#places.clear()
    return all
  }

  #remove(item: Item) {
    for (const caller of this.#places.get(item)?.keys() ?? []) this.#leaveLine(caller, item)
    this.#places.delete(item)
  }

  #leaveLine(caller: string, item: Item) {
    const line = this.#lines.get(caller)
    line?.delete(item)
    if (line?.size === 0) this.#lines.delete(caller)
  }
}
