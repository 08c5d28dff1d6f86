import type { FeedParts } from '#server/feeds/parts'
import { minuteMs } from '#server/platform/clock'

const rememberEveryMs = 10 * minuteMs

/** What somebody needs of a source, by name, and for how long: a process that takes over goes on with the same. */
export class WantedNames<Name extends string> {
  readonly #parts: Pick<FeedParts, 'clock' | 'memory'>
  readonly #key: string
  readonly #all: readonly Name[]
  readonly #rememberedForMs: number
  readonly #untilMs = new Map<Name, number>()
  #isRecalled = false
  #rememberedMs = -Infinity

  constructor(
    parts: Pick<FeedParts, 'clock' | 'memory'>,
    { key, all, rememberedForMs }: { key: string; all: readonly Name[]; rememberedForMs: number },
  ) {
    this.#parts = parts
    this.#key = key
    this.#all = all
    this.#rememberedForMs = rememberedForMs
  }

  want(names: readonly Name[], forMs: number) {
    const untilMs = this.#parts.clock.now().getTime() + forMs
    for (const name of names) this.#untilMs.set(name, Math.max(untilMs, this.#untilMs.get(name) ?? -Infinity))
  }

  async current(): Promise<Name[]> {
    const { clock, memory } = this.#parts
    const nowMs = clock.now().getTime()
    if (!this.#isRecalled) {
      const remembered = await memory.recall(this.#key)
      const names: readonly unknown[] = Array.isArray(remembered) ? remembered : []
      this.want(
        this.#all.filter(name => names.includes(name)),
        this.#rememberedForMs,
      )
      this.#isRecalled = true
    }
    const names = this.#all.filter(name => (this.#untilMs.get(name) ?? -Infinity) > nowMs)
    if (names.length > 0 && nowMs - this.#rememberedMs >= rememberEveryMs) {
      this.#rememberedMs = nowMs
      await memory.keep(this.#key, names, this.#rememberedForMs)
    }
    return names
  }
}
