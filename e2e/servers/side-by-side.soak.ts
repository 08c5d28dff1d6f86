import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { launchOptions } from './launch-options.ts'
import { OwnServer } from './own-server.ts'
import { fillSignIn, people } from '#e2e/steps/people'

/** The time a storm takes to arrive, pass and clear, and a little more. */
const soakMs = 80 * 60_000
/** Screens are updated within a second, and are read one after the other. */
const longestMs = 3000
const endsApartMs = 2000
const places = ['Norman Stadium', 'Phoenix Yard', 'Tampa Pier', 'Fresno', 'Buffalo', 'Amarillo']
const paths = { dashboard: '/', wall: '/Broadcast?kiosk', overview: '/?view=all' } as const

/** What a screen shows for a place: its state and, in a delay, when that would end. */
interface Shown {
  readonly place: string
  readonly show: string
  readonly endsMs: number
}

/** Everything one screen shows, read at one instant. */
interface Screen {
  readonly shown: readonly Shown[]
  /** Contradictions on the screen. */
  readonly contradictions: readonly string[]
}

function read(page: Page): Promise<Screen> {
  return page.evaluate(names => {
    const states = [...document.querySelectorAll<HTMLElement>('article[data-shown], li[data-shown]')]
    const shown = states.flatMap(element => {
      const place = names.find(name => element.textContent.includes(name))
      const show = element.dataset['shown'] ?? ''
      if (place === undefined) return []
      const left = show === 'Delay' ? /(\d\d):(\d\d)/.exec(element.textContent) : null
      const leftMs = left ? Number(left[1]) * 60_000 + Number(left[2]) * 1000 : 0
      return [{ place, show, endsMs: left ? Date.now() + leftMs : 0 }]
    })
    const hero = document.querySelector<HTMLElement>('article[aria-labelledby^=lightning-status]')
    const show = hero?.dataset['shown']
    const words = document.body.textContent
    const isDangerous = show === 'Delay' || show === 'Unknown'
    const rings = [...(hero?.querySelectorAll<HTMLElement>('li[data-ring]') ?? [])].map(
      ring => ring.dataset['shown'],
    )
    const delayed = shown.filter(each => each.show === 'Delay').length
    const counted = Number(/You have (\d+) location/.exec(words)?.[1] ?? delayed)
    const rules: Record<string, boolean> = {
      'the hero is in delay exactly when a ring is':
        hero === null || (show === 'Delay') === rings.includes('Delay'),
      'the tab title matches the hero':
        hero === null || (show === 'Delay') === document.title.startsWith('⚡'),
      'the header counts every delay': hero === null || counted >= delayed,
      'risks are not good during danger or Unknown': !isDangerous || !words.includes('Looking Good Today'),
      'no storm is ruled out during a delay': show !== 'Delay' || !words.includes('No storm is heading here'),
    }
    return { shown, contradictions: Object.keys(rules).filter(rule => rules[rule] === false) }
  }, places)
}

function disagreements(screens: readonly Screen[]): string[] {
  const all = screens.flatMap(({ shown }) => shown)
  return places.flatMap(place => {
    const own = all.filter(each => each.place === place)
    const ends = own.map(({ endsMs }) => endsMs)
    const agree =
      new Set(own.map(({ show }) => show)).size <= 1 && Math.max(...ends) - Math.min(...ends) <= endsApartMs
    return own.length === 0 || agree ? [] : [`${place}: ${own.map(({ show }) => show).join(', ')}`]
  })
}

it('two screens, and all parts of each, agree through a whole simulated storm', async () => {
  const server = await OwnServer.start('simulated')
  const browser = await chromium.launch(launchOptions({ webgl: false }))
  const context = await browser.newContext({ baseURL: server.baseURL, reducedMotion: 'reduce' })
  const pages = await Promise.all(Object.values(paths).map(() => context.newPage()))
  for (const [index, path] of Object.values(paths).entries()) {
    await pages[index]?.goto(path)
    if (index === 0) await fillSignIn(pages[0] as Page, people.admin)
  }
  await sleep(30_000)

  const sinceMs = new Map<string, number>()
  const tooLong = new Set<string>()
  const seen = { seconds: 0, shows: new Map<string, number>(), longestMs: 0 }
  const endMs = Date.now() + soakMs
  while (Date.now() < endMs) {
    const screens = await Promise.all(pages.map(read))
    const found = [...disagreements(screens), ...screens.flatMap(({ contradictions }) => contradictions)]
    const nowMs = Date.now()
    for (const key of sinceMs.keys()) if (!found.some(each => each.startsWith(key))) sinceMs.delete(key)
    for (const each of found) {
      const key = each.split(':')[0] ?? each
      const lastedMs = nowMs - (sinceMs.get(key) ?? nowMs)
      if (!sinceMs.has(key)) sinceMs.set(key, nowMs)
      seen.longestMs = Math.max(seen.longestMs, lastedMs)
      if (lastedMs > longestMs) tooLong.add(`${new Date(nowMs).toISOString()} ${each}`)
    }
    seen.seconds++
    for (const { place, show } of screens.flatMap(screen => screen.shown)) {
      const of = `${place} ${show}`
      seen.shows.set(of, (seen.shows.get(of) ?? 0) + 1)
    }
    await sleep(1000)
  }
  console.log(`side by side: ${seen.seconds} readings, longest disagreement ${seen.longestMs} ms`)
  console.log([...seen.shows].map(([of, count]) => `${of} ${count}`).join('; '))
  await browser.close()
  await server.stop()

  expect([...tooLong]).toEqual([])
  expect(seen.shows.get('Norman Stadium Delay') ?? 0).toBeGreaterThan(60)
  expect(seen.shows.get('Norman Stadium AllClear') ?? 0).toBeGreaterThan(60)
})
