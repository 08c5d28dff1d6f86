import type { FeedMemory } from '#server/feeds/parts'
import { Retries } from '#server/feeds/retries'
import { hourMs } from '#server/platform/clock'
import type { IemWant } from './wants.ts'

const key = 'radar: told'
const keptMs = 6 * hourMs
/** How old a composite may be and still be needed again. */
const compositeKeptMs = 3 * hourMs

type Picture = Pick<IemWant, 'product' | 'validMs' | 'issuedMs'>
const nameOf = ({ product, validMs, issuedMs }: Picture) => `${product} ${validMs} ${issuedMs}`

function pictureOf(name: unknown): Picture | null {
  const match = /^(composite|model) (\d{1,15}) (\d{1,15})$/.exec(typeof name === 'string' ? name : '')
  if (!match) return null
  return { product: match[1] as Picture['product'], validMs: Number(match[2]), issuedMs: Number(match[3]) }
}

/**
 * Which images were published. This is stored for all processes, so a process that takes over does not request two
 * hours of images again. Images that were unavailable are included, and are requested less and less often.
 */
export class PublishedFrames {
  readonly #memory: FeedMemory
  #told = new Map<string, Picture>()
  readonly #retries = new Retries()

  constructor(memory: FeedMemory) {
    this.#memory = memory
  }

  /** Uses only the stored state, every time, because another process may have run the feeds in the meantime. */
  async recall(nowMs: number): Promise<void> {
    const names = await this.#memory.recall(key)
    const all = (Array.isArray(names) ? names : []).flatMap(name => pictureOf(name) ?? [])
    const runMs = Math.max(...all.filter(({ product }) => product === 'model').map(each => each.issuedMs))
    const fit = all.filter(({ product, validMs, issuedMs }) =>
      product === 'model' ? validMs > nowMs && issuedMs === runMs : nowMs - validMs <= compositeKeptMs,
    )
    this.#told = new Map(fit.map(each => [nameOf(each), each]))
  }

  /** Returns the first wanted image that was neither published nor tried just now. */
  next(wants: readonly IemWant[], nowMs: number): IemWant | undefined {
    this.#retries.keepOnly(wants.map(nameOf))
    return wants.find(want => !this.#told.has(nameOf(want)) && this.#retries.isDue(nameOf(want), nowMs))
  }

  async add(want: IemWant): Promise<void> {
    this.#told.set(nameOf(want), want)
    this.#retries.succeeded(nameOf(want))
    await this.#memory.keep(key, [...this.#told.keys()], keptMs)
  }

  failed(want: IemWant, nowMs: number) {
    this.#retries.failed(nameOf(want), nowMs)
  }

  newestCompositeMs(): number | null {
    const times = [...this.#told.values()].flatMap(({ product, validMs }) =>
      product === 'composite' ? validMs : [],
    )
    return times.length === 0 ? null : Math.max(...times)
  }
}
