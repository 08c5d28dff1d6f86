import type { Advisory, AdvisoryList, Outline } from '#domain/advisories/advisory'
import { isResponsibleIn, type Country } from '#domain/advisories/services'
import { endsAtMs, standing } from '#domain/advisories/standing'
import { usualStaleAfterMs } from '#domain/feeds/stale-after'
import type { Point } from '#domain/geo/distance'
import { OutlineIndex } from '#domain/geo/outline-index'

const freshForMs = usualStaleAfterMs.alerts

/** The alerts in force, cached while they stay the same. */
interface Standing {
  readonly advisories: readonly Advisory[]
  readonly index: OutlineIndex<Advisory>
  readonly fromMs: number
  readonly untilMs: number
}

function isFresh({ asOfMs }: AdvisoryList, nowMs: number): boolean {
  return nowMs - asOfMs < freshForMs
}

function isSameArea(one: readonly Outline[], other: readonly Outline[]): boolean {
  return (
    one.length === other.length &&
    one.every((outline, index) => outline === other[index] || isSameOutline(outline, other[index] ?? []))
  )
}

function isSameOutline(one: Outline, other: Outline): boolean {
  return (
    one.length === other.length &&
    one.every(([x, y], index) => x === other[index]?.[0] && y === other[index]?.[1])
  )
}

/** The latest alerts by source. */
export class AdvisoryBook {
  readonly #lists = new Map<string, AdvisoryList>()
  readonly #countryAt: (point: Point) => Country | null
  #now: Standing | undefined

  constructor(countryAt: (point: Point) => Country | null = () => 'US') {
    this.#countryAt = countryAt
  }

  receive(list: AdvisoryList) {
    const known = this.#lists.get(list.source)
    if (known && known.asOfMs > list.asOfMs) return
    this.#lists.set(list.source, list)
    this.#now = undefined
  }

  /** If one country's service is silent, the other's alerts are shown, and its own last list is not. */
  #isHeard({ source }: Advisory, nowMs: number): boolean {
    const list = this.#lists.get(source)
    return !list || isFresh(list, nowMs)
  }

  #standing(nowMs: number): Standing {
    if (this.#now && nowMs >= this.#now.fromMs && nowMs < this.#now.untilMs) return this.#now
    const received = [...this.#lists.values()].flatMap(({ advisories }) => advisories)
    const advisories = standing(received, nowMs).filter(({ outlines }) => outlines.length > 0)
    this.#now = {
      advisories,
      index: new OutlineIndex(advisories),
      fromMs: nowMs,
      untilMs: advisories.reduce((first, advisory) => Math.min(first, endsAtMs(advisory)), Infinity),
    }
    return this.#now
  }

  /** The alerts in a list whose area has changed since the last list. */
  movedIn({ source, advisories }: AdvisoryList): Advisory[] {
    const known = new Map(this.#lists.get(source)?.advisories.map(advisory => [advisory.id, advisory]))
    return advisories.filter(advisory => {
      const before = known.get(advisory.id)
      return before !== undefined && !isSameArea(before.outlines, advisory.outlines)
    })
  }

  find(id: string, nowMs: number): Advisory | undefined {
    return this.#standing(nowMs).advisories.find(advisory => advisory.id === id)
  }

  /**
   * All alerts, the worst first, and their time; undefined while they are unknown. `needed` are the sources that users'
   * places depend on: another one may be silent.
   */
  all(
    nowMs: number,
    needed: readonly string[] = [...this.#lists.keys()],
  ): { readonly asOfMs: number; readonly advisories: readonly Advisory[] } | undefined {
    const lists = needed.map(source => this.#lists.get(source))
    if (lists.length === 0 || !lists.every(list => list && isFresh(list, nowMs))) return undefined
    return {
      asOfMs: Math.min(...lists.flatMap(list => list?.asOfMs ?? [])),
      advisories: this.#standing(nowMs).advisories.filter(each => this.#isHeard(each, nowMs)),
    }
  }

  /** The alerts at a place, the worst first; undefined while it is unknown whether there are any. */
  at(point: Point, nowMs: number): Advisory[] | undefined {
    const country = this.#countryAt(point)
    const lists = [...this.#lists.values()].filter(({ source }) => isResponsibleIn(country, source))
    if (lists.length === 0 || !lists.every(list => isFresh(list, nowMs))) return undefined
    return this.#standing(nowMs)
      .index.at(point)
      .filter(each => this.#isHeard(each, nowMs))
  }
}
