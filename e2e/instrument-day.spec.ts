import { expect, test, type Page } from '@playwright/test'
import { makeIds, makeOf, type MakeId } from '#domain/instruments/makes'
import { freePort } from '#server/platform/free-port.testing'
import { startBeforeMidnight } from './servers/midnight-server.ts'
import { detail } from './steps/detail.ts'
import { fitsAPhone, region } from './steps/instrument-page.ts'
import { goTo, openAs, people } from './steps/people.ts'
import { playedInstruments, type Moment, type Played, type Stage } from './steps/played-instruments.ts'
import { playPolled } from './steps/played-units.ts'

test.slow()

const evening = { temperatureC: 22, rainInches: 0.31, countedInches: 2, particles: 12, strikeMiles: 5 }
/** After midnight, before the station's gauge has reset. */
const night = { ...evening, temperatureC: 21.5 }
const morning = { temperatureC: 21, rainInches: 0.02, countedInches: 2.02, particles: 16, strikeMiles: 9 }

interface Added {
  readonly name: string
  readonly path: string
  readonly played: Played
  send(): Promise<void>
}

let weather: Omit<Moment, 'timeMs'> = evening
let world: Awaited<ReturnType<typeof startBeforeMidnight>>
let stage: Stage
const all: Added[] = []

test.beforeAll(async () => {
  const [polled, udpPort] = [await playPolled(), await freePort()]
  world = await startBeforeMidnight({
    MQTT_PORT: String(await freePort()),
    TEMPEST_UDP_PORT: String(udpPort),
    SKYWARDEN_ALLOWED_NETWORKS: '127.0.0.0/8',
    PLAYED_MAKERS: `http://${polled.address}`,
  })
  const now = () => ({ ...weather, timeMs: world.nowMs() })
  stage = { baseURL: world.server.baseURL, udpPort, polled, now }
})
test.afterAll(async () => {
  await world.server.stop()
  for (const { played } of all) played.stop?.()
  stage.polled.stop()
})

async function expectShown(page: Page, title: string, { shows }: Played) {
  const { rows = [], strike } = shows(stage.now())
  for (const name of rows) await expect(region(page, title).getByRole('row', { name })).toBeVisible()
  if (strike) await expect(region(page, rows.length > 0 ? 'Health' : title)).toContainText(strike)
}

/** Adds an instrument as a person would, from choosing the make to its first message. */
async function add(page: Page, make: MakeId): Promise<Added> {
  const played = await playedInstruments[make](stage)
  const { name: makeName, door } = makeOf(make)
  const name = `The ${makeName}`
  await goTo(page, '/Hardware/Instruments/New')
  await page.getByRole('button').filter({ hasText: makeName }).click()
  const place = region(page, '2. Where it is')
  await place.getByLabel('Name').fill(name)
  for (const [label, text] of Object.entries(played.entered ?? {})) await place.getByLabel(label).fill(text)
  await place.getByRole('combobox', { name: 'Location' }).click()
  await page.getByRole('option', { name: 'Norman Stadium' }).click()
  await place.getByRole('button', { name: 'Add instrument' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const send = await played.connect(page)
  // The server polls or connects to instruments of other makes itself.
  if (door !== 'poll' && door !== 'tcp') await send()
  const first = '4. The first message'
  await expect(region(page, first)).toContainText(/Received \d+ s ago/)
  await expectShown(page, first, played)
  await fitsAPhone(page)
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  return { name, path: `/Hardware/Instruments/${id}`, played, send }
}

test(
  'each make is added, and received until its gauge has reset after midnight',
  detail,
  async ({ page }) => {
    await openAs(page, people.admin, `${world.server.baseURL}/Hardware`)
    for (const make of makeIds) await test.step(make, async () => void all.push(await add(page, make)))
    for (const later of [night, morning]) {
      weather = later
      await world.skip()
      await Promise.all(all.map(({ send }) => send()))
    }
    // By the server's clock, the session has expired.
    await openAs(page, people.admin, `${world.server.baseURL}/Hardware`)
    for (const { path, name, played } of all)
      await test.step(`${name} in the morning`, async () => {
        await goTo(page, path)
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
        await expectShown(page, 'Last message', played)
      })
    await goTo(page, '/Hardware')
    for (const { name } of all)
      await expect(page.getByRole('article', { name, exact: true })).toContainText('Sending')
  },
)
