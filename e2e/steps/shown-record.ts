import { expect, type Page } from '@playwright/test'

/** What a page's cards showed after a change: each one's state, or 'hidden' if its All Clear is not readable. */
interface Look {
  readonly turn: number
  readonly shown: readonly string[]
}

const turnMs = 250
/** How often the page's timer fires in this many seconds, if it can run. */
export const turnsIn = (seconds: number) => (seconds * 1000) / turnMs

type Recording = Window & { record?: { turn: number; looks: Look[] } }

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
      const record = { turn: 0, looks: [] as Look[] }
      Object.assign(window, { record })
      const isRead = (element: Element) =>
        [...element.childNodes].some(
          ({ nodeType, nodeValue }) => nodeType === 3 && nodeValue === 'All Clear',
        ) && element.checkVisibility({ visibilityProperty: true })
      const stateOf = (card: HTMLElement) => {
        const state = card.dataset['shown'] ?? ''
        return state !== 'AllClear' || [...card.querySelectorAll('*')].some(isRead) ? state : 'hidden'
      }
      const look = () => {
        const cards = document.querySelectorAll<HTMLElement>('article[data-shown]')
        record.looks.push({ turn: record.turn, shown: [...cards].map(stateOf) })
      }
      look()
      setInterval(() => record.turn++, everyMs)
      new MutationObserver(look).observe(document.documentElement, {
        attributes: true,
        attributeFilter: ['data-shown', 'data-away'],
        subtree: true,
      })
    }, turnMs)
    return new ShownRecord(page)
  }

  /** The record's position: the tick, and how many looks it has. */
  async mark(): Promise<{ turn: number; looks: number }> {
    return this.#page.evaluate(() => {
      const { turn = 0, looks = [] } = (window as Recording).record ?? {}
      return { turn, looks: looks.length }
    })
  }

  /** What was shown after each change since the record had this many looks. */
  async since(looks: number): Promise<Look[]> {
    return this.#page.evaluate(first => (window as Recording).record?.looks.slice(first) ?? [], looks)
  }

  /** Waits for the first tick in which the cards were as wanted since the record had this many looks. */
  async turnOf(wanted: (shown: readonly string[]) => boolean, looks: number): Promise<number> {
    let found: Look | undefined
    await expect
      .poll(async () => (found = (await this.since(looks)).find(look => wanted(look.shown))))
      .toBeDefined()
    return found?.turn ?? Number.NaN
  }
}
