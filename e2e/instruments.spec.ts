import { expect, test } from '@playwright/test'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { OwnServer } from './servers/own-server.ts'
import { fitsAPhone, region, shown } from './steps/instrument-page.ts'
import { openAs, people } from './steps/people.ts'
import { addInstrument, getInstrument, type Instrument } from '#contract/devices/instruments'

test.slow()

// Without simulated weather, everything known about the place comes from the station.
let server: OwnServer
test.beforeAll(async () => {
  server = await OwnServer.start('none')
})
test.afterAll(() => server.stop())

/** Sends as an Ecowitt gateway does: an unencrypted form post to the address that was entered in it. */
async function upload(path: string, fields: Readonly<Record<string, string>>, host = server.baseURL) {
  const reply = await fetch(host + path, { method: 'POST', body: new URLSearchParams(fields) })
  return { status: reply.status, text: await reply.text() }
}

const stationTime = () => new Date().toISOString().slice(0, 19).replace('T', ' ')
const weather = (more: Readonly<Record<string, string>> = {}) => ({
  PASSKEY: '0123456789ABCDEF0123456789ABCDEF',
  stationtype: 'GW2000A_V3.1.4',
  dateutc: stationTime(),
  tempf: '71.4',
  humidity: '48',
  windspeedmph: '5.1',
  windgustmph: '8.3',
  winddir: '225',
  baromrelin: '29.92',
  interval: '30',
  ...more,
})

async function tell<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const reply = await fetch(server.baseURL + path, {
    method,
    headers: {
      authorization: `Bearer ${await server.tokenOf(people.admin)}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return ((await reply.json()) as { data: Answer }).data
}
const addByCall = (body: object) =>
  tell<Instrument & { key: string }>(addInstrument.method, addInstrument.path, {
    latitude: 35.2,
    longitude: -97.44,
    ...body,
  })

test('an administrator adds a station, and what it sends becomes the weather of its place', async ({
  page,
}) => {
  await openAs(page, people.admin, `${server.baseURL}/Hardware`)
  const section = region(page, 'Your instruments')
  await expect(section).toContainText('Do you have a weather station or a lightning sensor?')
  await section.getByRole('link', { name: 'Add an instrument' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add an instrument' })).toBeVisible()
  expect(await faults(page, 'main')).toEqual([])
  await page.getByRole('button', { name: /^Ecowitt/ }).click()

  const place = region(page, '2. Where it is')
  await expect(place.getByLabel('Name')).toBeFocused()
  await place.getByRole('button', { name: 'Add instrument' }).click()
  await expect(place).toContainText('Name is required')
  await expect(place).toContainText('Latitude is required')
  await place.getByLabel('Name').fill('Stadium roof')
  await place.getByRole('combobox', { name: 'Location' }).click()
  await page.getByRole('option', { name: 'Norman Stadium' }).click()
  await expect(place.getByLabel('Latitude')).toHaveValue(/^35\.2/)
  expect(await faults(page, 'main')).toEqual([])
  await fitsAPhone(page)
  await place.getByRole('button', { name: 'Add instrument' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Stadium roof' })).toBeVisible()
  const arrival = region(page, '4. The first message')
  await expect(arrival).toContainText('Waiting for the first message...')
  const typed = region(page, '3. What to type into its settings')
  await expect(typed).toContainText('In the WS View Plus app')
  const host = `http://${await shown(page, 'Server IP / Hostname')}:${await shown(page, 'Port')}`
  const path = await shown(page, 'Path')
  expect(host).toBe(server.baseURL)
  await typed.getByText('No station at hand? Try it from a terminal').click()
  expect(await shown(page, 'Command')).toContain(`curl '${server.baseURL}${path}'`)
  expect(await faults(page, 'main')).toEqual([])
  await fitsAPhone(page)

  const mistyped = `${path.slice(0, -1)}${path.endsWith('2') ? '3' : '2'}`
  expect((await upload(mistyped, weather(), host)).status).toBe(401)
  await expect(arrival).toContainText(/A message was refused at \d+:\d\d:\d\d/)
  await expect(arrival).toContainText('wrong key')

  expect(await upload(path, weather({ soilmoisture9: '33' }), host)).toEqual({ status: 200, text: 'OK' })
  await expect(arrival).toContainText(/Received \d+ s ago/)
  await expect(arrival.getByRole('row', { name: /^Temperature 71\.4 °F as sent/ })).toBeVisible()
  await expect(arrival.getByRole('row', { name: /^Wind direction 225° SW/ })).toBeVisible()
  await expect(arrival).toContainText('Such a station usually also sends: rain today.')
  await expect(arrival).toContainText('Not understood: 1 field')
  await expect(arrival).not.toContainText('refused')
  await expect(region(page, 'Health')).toContainText('GW2000A_V3.1.4')
  expect(await faults(page, 'main')).toEqual([])
  await fitsAPhone(page)

  await page.getByRole('link', { name: 'On-Site Hardware', exact: true }).first().click()
  const card = page.getByRole('article', { name: 'Stadium roof' })
  await expect(card).toContainText('Ecowitt · Norman Stadium')
  await expect(card).toContainText('71.4 °F · 5 mph SW · 48%')
  await expect(card).toContainText('Sending')
  expect(await faults(page, 'main')).toEqual([])

  await page.goto(`${server.baseURL}/`)
  const conditions = region(page, 'Current Conditions')
  await expect(conditions).toBeVisible()
  // The dashboard opens with the place in the worst state, which may be this one.
  const title = page.getByRole('heading', { level: 1 })
  if ((await title.textContent()) !== 'Norman Stadium')
    await page.getByRole('button', { name: 'Norman Stadium', exact: true }).click()
  await expect(conditions).toContainText('Stadium roof')
  await expect(conditions).toContainText('71 °F')
})

test('a value is corrected, and a doubtful one is shown with its reason', detail, async ({ page }) => {
  const { id, senderId, key } = await addByCall({ make: 'ecowitt', name: 'Press box', elevationFeet: 1170 })
  await openAs(page, people.admin, `${server.baseURL}/Hardware/Instruments/${id}`)
  await expect(region(page, 'Last message')).toContainText('Waiting for the first message...')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit instrument' })
  await expect(form).toContainText('They can never prove All Clear.')
  await form.getByRole('switch', { name: 'Strikes start delays' }).uncheck({ force: true })
  await expect(form).toContainText('are shown but do not start delays')
  await form.getByRole('button', { name: 'Add a correction' }).click()
  await form.getByLabel('Offset (°F)').fill('x')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('Offset must be a number')
  await form.getByLabel('Offset (°F)').fill('-1.5')
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  // The server reads changed settings a moment later.
  const arrival = region(page, 'Last message')
  await expect
    .poll(
      async () => {
        await upload(
          `/data/report/${senderId}/${key}`,
          weather({ tempf: '70', baromabsin: '31.5', dateutc: 'now' }),
        )
        const read = await tell<Instrument>('GET', getInstrument.path.replace('{id}', String(id)))
        return read.received?.values.find(({ measure }) => measure === 'temperatureF')?.value
      },
      { intervals: [1500] },
    )
    .toBe(68.5)
  await page.reload()
  await expect(arrival.getByRole('row', { name: /^Temperature 70\.0 °F 68\.5 °F corrected/ })).toBeVisible()
  await expect(
    arrival.getByRole('row', { name: /^Station pressure Doubtful\. The pressure is too high .* Not used/ }),
  ).toBeVisible()
  await expect(page.getByText('Doubtful and not used: station pressure.')).toBeVisible()
})

test('JSON of any shape is mapped by the fields of its last message', detail, async ({ page }) => {
  const { id, senderId, key } = await addByCall({ make: 'json', name: 'By the pool' })
  const send = () =>
    fetch(`${server.baseURL}/instruments/${senderId}/${key}`, {
      method: 'POST',
      body: JSON.stringify({ outside: { t: 20 }, note: 'hello' }),
    })
  await openAs(page, people.admin, `${server.baseURL}/Hardware/Instruments/${id}`)
  const fields = region(page, 'Which field holds which value')
  await expect(fields).toContainText('The fields are listed here after the first message.')
  expect((await send()).status).toBe(200)
  await fields.getByLabel('What outside.t is').selectOption('Temperature')
  await fields.getByLabel('Unit of outside.t').selectOption('°C')
  await expect(fields).toContainText('= 68.0 °F')
  await fitsAPhone(page)
  expect(await faults(page, 'main')).toEqual([])
  await fields.getByRole('button', { name: 'Save fields' }).click()
  await expect(page.getByText('Instrument saved')).toBeVisible()
  const arrival = region(page, 'Last message')
  await expect
    .poll(
      async () => {
        await send()
        return arrival.getByRole('row', { name: /^Temperature 68\.0 °F/ }).count()
      },
      { intervals: [2000] },
    )
    .toBe(1)
})

test(
  'a new key is shown once and replaces the old one, and a removed instrument is gone',
  detail,
  async ({ page }) => {
    const { id, senderId, key } = await addByCall({ make: 'ecowitt', name: 'Old console' })
    await openAs(page, people.admin, `${server.baseURL}/Hardware/Instruments/${id}`)
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('button', { name: 'Create a new key' }).click()
    const typed = region(page, 'What to type into its settings')
    await expect(typed).toBeVisible()
    const path = await shown(page, 'Path')
    expect(path).not.toContain(key)
    await expect
      .poll(async () => (await upload(`/data/report/${senderId}/${key}`, weather())).status)
      .toBe(401)
    await expect.poll(async () => (await upload(path, weather())).status).toBe(200)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Old console' })).toBeVisible()
    await expect(typed).toBeHidden()

    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page
      .getByRole('dialog', { name: 'Remove Old console' })
      .getByRole('button', { name: 'Remove' })
      .click()
    await expect(page).toHaveURL(/\/Hardware$/)
    await expect(region(page, 'Your instruments')).toBeVisible()
    await expect(page.getByRole('article', { name: 'Old console' })).toHaveCount(0)
  },
)

test('an assistant sees instruments and cannot change them', detail, async ({ page }) => {
  await openAs(page, people.assistant, `${server.baseURL}/Hardware`)
  await expect(region(page, 'Your instruments')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add an instrument' })).toHaveCount(0)
  await page.goto(`${server.baseURL}/Hardware/Instruments/New`)
  await expect(page.getByText('You do not have access to view this page.')).toBeVisible()
})
