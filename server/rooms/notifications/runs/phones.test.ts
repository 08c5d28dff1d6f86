import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#server/platform/clock'
import { openNotifyingWorld, unknownState } from '#server/rooms/notifications/notifying.testing'
import { PhoneWorld, phoneSteps, playPhones, type Browser, type Manners } from './phones.testing.ts'

const { store, clock, world } = await openNotifyingWorld()
const phones = await PhoneWorld.open(world)
const { service, carrier } = phones

beforeEach(() => {
  clock.reset()
  service.manners = 'as asked'
  carrier.forget()
  world.sky.clear()
})
afterAll(() => {
  carrier.close()
  return store.close()
})

const old = 'Old message: open for the state of now'
const titles = (browser: Browser) => browser.shown.map(({ title }) => title)
const isClear = (text: string) => /all clear at/i.test(text)

describe('a phone that was off while an All Clear was taken back', () => {
  it.each<[manners: Manners, shown: string]>([
    ['as asked', 'Lightning delay: Stadium'],
    ['keeps all', 'Lightning delay: Stadium'],
    ['keeps all, newest first', 'Lightning delay: Stadium'],
  ])('shows the danger, by a push service that holds messages %s', async (manners, shown) => {
    const { person, browser } = await phones.pushed()
    service.manners = manners
    const first = await world.open(person)
    await phones.second()
    await phones.minutes(30)
    browser.isOn = false
    await phones.minutes(5)
    await world.end(person, first)
    await phones.second()
    await phones.minutes(35)
    await world.open(person)
    await phones.second()
    await phones.minutes(25)
    browser.isOn = true
    await phones.second()
    expect(titles(browser)).toEqual([shown])
    expect(browser.said.filter(({ body }) => isClear(body))).toEqual([])
  })

  it('is left with the danger that it knew, when even the later one has run out', async () => {
    const { person, browser } = await phones.pushed()
    const first = await world.open(person)
    await phones.second()
    browser.isOn = false
    await phones.minutes(35)
    await world.end(person, first)
    await phones.second()
    await phones.minutes(35)
    await world.open(person)
    await phones.second()
    await phones.minutes(80)
    browser.isOn = true
    await phones.second()
    expect(titles(browser)).toEqual(['Lightning delay: Stadium'])
    expect(browser.said.filter(({ body }) => isClear(body))).toEqual([])
  })

  it('gets no text message that says clear', async () => {
    const person = await phones.texted()
    const first = await world.open(person)
    await phones.second()
    carrier.isOn = false
    await phones.minutes(35)
    await world.end(person, first)
    await phones.second()
    await phones.minutes(35)
    await world.open(person)
    await phones.second()
    await phones.minutes(25)
    carrier.isOn = true
    await phones.second()
    expect(carrier.texts.filter(isClear)).toEqual([])
    expect(carrier.texts.at(-1)).toMatch(/Stay in a safe place.* As of 1:32 PM CST, until you are notified/)
  })
})

describe('an All Clear', () => {
  async function endsWhileOff() {
    const { person, browser } = await phones.pushed()
    const delay = await world.open(person)
    await phones.second()
    browser.isOn = false
    await phones.minutes(31)
    await world.end(person, delay)
    await phones.second()
    return { person, browser }
  }

  it('waits for a phone at most ten minutes, and is sent again with the time of now until it is confirmed', async () => {
    const { person, browser } = await endsWhileOff()
    await phones.minutes(47)
    browser.isOn = true
    await phones.minutes(10)
    expect(browser.said.map(({ title }) => title)).toEqual([
      'Lightning delay: Stadium',
      expect.stringMatching(/^All clear: Stadium, as of 1:\d\d PM CST$/),
    ])
    expect(browser.shown[0]?.body).toMatch(/As of 1:3\d PM CST; after 1:4\d PM CST check Skywarden\.$/)
    const attempts = (await world.deliveries(person)).at(-1)?.attempts
    await phones.minutes(60)
    expect(await world.deliveries(person)).toHaveLength(2)
    expect((await world.deliveries(person)).at(-1)).toMatchObject({ state: 'delivered', attempts })
  })

  it('is not sent again for longer than four hours', async () => {
    const { person } = await endsWhileOff()
    await phones.minutes(240)
    const before = (await world.deliveries(person)).at(-1)?.attempts
    await phones.minutes(30)
    expect((await world.deliveries(person)).at(-1)).toMatchObject({ attempts: before })
  }, 120_000)

  it('is not sent again while it is not true, and again once it is', async () => {
    const { person, browser } = await endsWhileOff()
    world.sky.set(`${person.locationId} 1`, unknownState)
    await phones.minutes(25)
    browser.isOn = true
    await phones.minutes(5)
    expect(titles(browser)).toEqual(['Lightning delay: Stadium'])
    world.sky.clear()
    await phones.minutes(1)
    expect(titles(browser)).toEqual([expect.stringMatching(/^All clear: Stadium/)])
  })

  it('is not sent again to a phone that has never confirmed anything', async () => {
    const person = await phones.texted()
    carrier.isOn = false
    const delay = await world.open(person)
    await phones.second()
    await phones.minutes(31)
    await world.end(person, delay)
    await phones.second()
    await phones.minutes(25)
    expect((await world.deliveries(person)).at(-1)).toMatchObject({ attempts: 1 })
  })

  it('by text message is sent again as another message to the provider', async () => {
    const person = await phones.texted()
    const delay = await world.open(person)
    await phones.second()
    await phones.minutes(31)
    carrier.isOn = false
    await world.end(person, delay)
    await phones.second()
    await phones.minutes(25)
    carrier.isOn = true
    await phones.second()
    await phones.minutes(25)
    expect(carrier.texts.filter(isClear)).toEqual([
      expect.stringMatching(/As of 1:\d\d PM CST; after 1:\d\d PM CST check Skywarden\.$/),
    ])
  })

  it('is shown as an old message once it has run out, whenever the worker runs', async () => {
    const { browser } = await endsWhileOff()
    browser.isOn = true
    await phones.second()
    expect(titles(browser)).toEqual([expect.stringMatching(/^All clear: Stadium/)])
    clock.advance(9 * minuteMs)
    await browser.happen('activate')
    expect(titles(browser)).toEqual([expect.stringMatching(/^All clear: Stadium/)])
    clock.advance(2 * minuteMs)
    await browser.happen('activate')
    expect(titles(browser)).toEqual([old])
    expect(browser.shown[0]?.body).toMatch(/^It was sent at .+ What it said may no longer be true\.$/)
  })

  it('that arrives too late is shown as an old message and not confirmed', async () => {
    service.manners = 'keeps all'
    const { person, browser } = await endsWhileOff()
    clock.advance(30 * minuteMs)
    browser.isOn = true
    await service.deliver()
    expect(titles(browser)).toEqual([old])
    expect((await world.deliveries(person)).at(-1)).toMatchObject({ state: 'sent' })
    await phones.minutes(1)
    expect(titles(browser)).toEqual([expect.stringMatching(/^All clear: Stadium/)])
  })
})

describe('danger', () => {
  it('waits for a phone until the end that it names', async () => {
    const { person, browser } = await phones.pushed()
    browser.isOn = false
    await world.open(person)
    await phones.second()
    await phones.minutes(29)
    expect(service.waitingFor(browser)).toBe(1)
    browser.isOn = true
    await phones.second()
    expect(titles(browser)).toEqual(['Lightning delay: Stadium'])
  })

  it('waits four hours if it names no end', async () => {
    const { person, browser } = await phones.pushed()
    const delay = await world.open(person)
    await phones.second()
    browser.isOn = false
    await phones.minutes(31)
    await world.unproven(person, delay)
    await phones.second()
    clock.advance(200 * minuteMs)
    browser.isOn = true
    await service.deliver()
    expect(titles(browser)).toEqual(['Lightning status unavailable: Stadium'])
  })
})

it('nobody who can be reached believes clear in a delay, whatever the weather, the phone and the services do', async () => {
  await fc.assert(
    fc.asyncProperty(phoneSteps, steps => playPhones(phones, steps)),
    { numRuns: 8, seed: 41, endOnFailure: true },
  )
}, 600_000)
