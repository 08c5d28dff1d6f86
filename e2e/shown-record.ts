import { expect, type Page } from '@playwright/test'

/** What the cards of a page said after a change: the state of each, or 'hidden' where its All Clear cannot be read. */
interface Look {
  readonly turn: number
  readonly shown: readonly string[]
}

const turnMs = 250
/** How often the page's own timer goes off in so many seconds, if it is let run. */
export const turnsIn = (seconds: number) => (seconds * 1000) / turnMs

type Recording = Window & { record?: { turn: number; looks: Look[] } }

/**
 * Everything that a page says from now on until it is loaded again, noted in the page itself. Time is counted in turns
 * of a timer like the one that takes old states off the screen: on a machine with too much to do both are late alike.
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

  /** Where the record stands: the turn, and how many looks it has. */
  async mark(): Promise<{ turn: number; looks: number }> {
    return this.#page.evaluate(() => {
      const { turn = 0, looks = [] } = (window as Recording).record ?? {}
      return { turn, looks: looks.length }
    })
  }

  /** What was shown after each change since the record had so many looks. */
  async since(looks: number): Promise<Look[]> {
    return this.#page.evaluate(first => (window as Recording).record?.looks.slice(first) ?? [], looks)
  }

  /** The turn in which the cards first were as wanted, since the record had so many looks: waited for. */
  async turnOf(wanted: (shown: readonly string[]) => boolean, looks: number): Promise<number> {
    let found: Look | undefined
    await expect
      .poll(async () => (found = (await this.since(looks)).find(look => wanted(look.shown))))
      .toBeDefined()
    return found?.turn ?? Number.NaN
  }
}
