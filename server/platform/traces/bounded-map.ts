/**
 * A map that drops its oldest entries, a quarter at a time, because finding the oldest means skipping all removed ones.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number

  constructor(most = 5000) {
    super()
    this.#most = most
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    super.set(key, value)
    if (this.size > this.#most) this.#forgetOldest()
    return this
  }

  #forgetOldest() {
    const kept = Math.ceil(this.#most * 0.75)
    for (const oldest of this.keys()) {
      if (this.size <= kept) return
      this.delete(oldest)
    }
  }
}
