import type { FeedParts } from '#server/feeds/parts'
import { minuteMs } from '#server/platform/clock'

const rememberEveryMs = 10 * minuteMs

/**
 * The names of what someone needs from a source, and how long each is needed. They are stored, so a process that takes
 * over continues with the same names.
 */
export class WantedNames<Name extends string> {
  readonly #parts: Pick<FeedParts, 'clock' | 'memory'>
  readonly #key: string
  readonly #all: readonly Name[]
  readonly #untilMs = new Map<Name, number>()
  #isRecalled = false
  #rememberedMs = -Infinity

  constructor(
    parts: Pick<FeedParts, 'clock' | 'memory'>,
    { key, all }: { readonly key: string; readonly all: readonly Name[] },
  ) {
    this.#parts = parts
    this.#key = key
    this.#all = all
  }

  want(names: readonly Name[], forMs: number) {
    const untilMs = this.#parts.clock.now().getTime() + forMs
    for (const name of names) this.#wantUntil(name, untilMs)
  }

  async current(): Promise<Name[]> {
    const nowMs = this.#parts.clock.now().getTime()
    await this.#recall()
    const names = this.#all.filter(name => (this.#untilMs.get(name) ?? -Infinity) > nowMs)
    if (names.length > 0 && nowMs - this.#rememberedMs >= rememberEveryMs) {
      this.#rememberedMs = nowMs
      const longestMs = Math.max(...names.map(name => this.#untilMs.get(name) ?? nowMs)) - nowMs
      await this.#parts.memory.keep(this.#key, Object.fromEntries(this.#untilMs), longestMs)
    }
    return names
  }

  #wantUntil(name: Name, untilMs: number) {
    this.#untilMs.set(name, Math.max(untilMs, this.#untilMs.get(name) ?? -Infinity))
  }

  async #recall(): Promise<void> {
    if (this.#isRecalled) return
    const remembered = await this.#parts.memory.recall(this.#key)
    const untilMs = new Map(
      Object.entries(typeof remembered === 'object' && remembered !== null ? remembered : {}),
    )
    for (const name of this.#all) {
      const each: unknown = untilMs.get(name)
      if (typeof each === 'number') this.#wantUntil(name, each)
    }
    this.#isRecalled = true
  }
}
