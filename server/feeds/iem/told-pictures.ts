import type { FeedMemory } from '#server/feeds/parts'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import type { IemWant } from './wants.ts'

const key = 'radar: told'
const keptMs = 6 * hourMs
/** As long as one may be wanted again. */
const compositeKeptMs = 3 * hourMs
const firstRetryMs = 20 * secondMs
const lastRetryMs = 10 * minuteMs

type Picture = Pick<IemWant, 'product' | 'validMs' | 'issuedMs'>
const nameOf = ({ product, validMs, issuedMs }: Picture) => `${product} ${validMs} ${issuedMs}`

function pictureOf(name: unknown): Picture | null {
  const match = /^(composite|model) (\d{1,15}) (\d{1,15})$/.exec(typeof name === 'string' ? name : '')
  if (!match) return null
  return { product: match[1] as Picture['product'], validMs: Number(match[2]), issuedMs: Number(match[3]) }
}

/**
 * Which pictures the house has been given: remembered for all processes, so that one that takes over does not ask for two
 * hours of them again. And which could not be had: those are asked for less and less often.
 */
export class ToldPictures {
  readonly #memory: FeedMemory
  #told = new Map<string, Picture>()
  readonly #failed = new Map<string, { readonly count: number; readonly notBeforeMs: number }>()

  constructor(memory: FeedMemory) {
    this.#memory = memory
  }

  /** Another process may have run the feeds meanwhile, so that each time the memory alone counts. */
  async recall(nowMs: number): Promise<void> {
    const names = await this.#memory.recall(key)
    const all = (Array.isArray(names) ? names : []).flatMap(name => pictureOf(name) ?? [])
    const runMs = Math.max(...all.filter(({ product }) => product === 'model').map(each => each.issuedMs))
    const fit = all.filter(({ product, validMs, issuedMs }) =>
      product === 'model' ? validMs > nowMs && issuedMs === runMs : nowMs - validMs <= compositeKeptMs,
    )
    this.#told = new Map(fit.map(each => [nameOf(each), each]))
  }

  /** The first of those that are wanted that was neither told nor tried in vain a moment ago. */
  next(wants: readonly IemWant[], nowMs: number): IemWant | undefined {
    const names = new Set(wants.map(nameOf))
    for (const name of this.#failed.keys()) if (!names.has(name)) this.#failed.delete(name)
    return wants.find(want => {
      const { notBeforeMs = -Infinity } = this.#failed.get(nameOf(want)) ?? {}
      return !this.#told.has(nameOf(want)) && nowMs >= notBeforeMs
    })
  }

  async add(want: IemWant): Promise<void> {
    this.#told.set(nameOf(want), want)
    this.#failed.delete(nameOf(want))
    await this.#memory.keep(key, [...this.#told.keys()], keptMs)
  }

  failed(want: IemWant, nowMs: number) {
    const count = (this.#failed.get(nameOf(want))?.count ?? 0) + 1
    const pauseMs = Math.min(lastRetryMs, firstRetryMs * 2 ** (count - 1))
    this.#failed.set(nameOf(want), { count, notBeforeMs: nowMs + pauseMs })
  }

  newestCompositeMs(): number | null {
    const times = [...this.#told.values()].flatMap(({ product, validMs }) =>
      product === 'composite' ? validMs : [],
    )
    return times.length === 0 ? null : Math.max(...times)
  }
}
