import { expect, type Page } from '@playwright/test'

/** What a page's cards showed after a change: each one's state, or 'hidden' if its All Clear is not readable. */
interface Snapshot {
  readonly tick: number
  readonly shown: readonly string[]
}

const tickMs = 250
/** Counts how often the page's timer fires in this many seconds, if it runs. */
export const ticksIn = (seconds: number) => (seconds * 1000) / tickMs

type Recording = Window & { record?: { tick: number; snapshots: Snapshot[] } }

/**
 * Everything a page shows until it is reloaded, recorded in the page itself. Time is counted in ticks of a timer
 * like the one that removes old states from the screen, so on an overloaded machine both are equally late.
 */
export class ShownRecord {
  readonly #page: Page

  private constructor(page: Page) {
    this.#page = page
  }

  static async start(page: Page): Promise<ShownRecord> {
    await page.evaluate(everyMs => {
      const record = { tick: 0, snapshots: [] as Snapshot[] }
      Object.assign(window, { record })
      const isRead = (element: Element) =>
        [...element.childNodes].some(
          ({ nodeType, nodeValue }) => nodeType === 3 && nodeValue === 'All Clear',
        ) && element.checkVisibility({ visibilityProperty: true })
      const stateOf = (card: HTMLElement) => {
        const state = card.dataset['shown'] ?? ''
        return state !== 'AllClear' || [...card.querySelectorAll('*')].some(isRead) ? state : 'hidden'
      }
      const takeSnapshot = () => {
        const cards = document.querySelectorAll<HTMLElement>('article[data-shown]')
        record.snapshots.push({ tick: record.tick, shown: [...cards].map(stateOf) })
      }
      takeSnapshot()
      setInterval(() => record.tick++, everyMs)
      new MutationObserver(takeSnapshot).observe(document.documentElement, {
        attributes: true,
        attributeFilter: ['data-shown', 'data-away'],
        subtree: true,
      })
    }, tickMs)
    return new ShownRecord(page)
  }

  /** The record's position: the tick, and how many snapshots it has. */
  async mark(): Promise<{ tick: number; snapshots: number }> {
    return this.#page.evaluate(() => {
      const { tick = 0, snapshots = [] } = (window as Recording).record ?? {}
      return { tick, snapshots: snapshots.length }
    })
  }

  /** What was shown after each change since the record had this many snapshots. */
  async since(snapshots: number): Promise<Snapshot[]> {
    return this.#page.evaluate(first => (window as Recording).record?.snapshots.slice(first) ?? [], snapshots)
  }

  /** Waits for the first tick at which the cards were as wanted, since the record had this many snapshots. */
  async tickOf(wanted: (shown: readonly string[]) => boolean, snapshots: number): Promise<number> {
    let found: Snapshot | undefined
    await expect
      .poll(async () => (found = (await this.since(snapshots)).find(snapshot => wanted(snapshot.shown))))
      .toBeDefined()
    return found?.tick ?? Number.NaN
  }
}
