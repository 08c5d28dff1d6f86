import { expect, type Page } from '@playwright/test'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { giveHardware } from './steps/given-hardware.ts'
import { openAgain, test } from './steps/one-page.ts'
import { people } from './steps/people.ts'
import { createDevice } from '#simulator/devices/device'
import { passingTime } from '#simulator/devices/device-time'

test.slow() // many small steps, and all tests share two cores

const card = (page: Page, name: string) => page.getByRole('article', { name })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function choose(page: Page, menu: string, item: string) {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('each unit shows its health, its activity, and when it is unreliable', async ({ page }) => {
  const given = await giveHardware(page)
  // The stream reports a unit that starts to sound. The list is refetched only every five minutes.
  await openAgain(page, people.admin, '/Hardware')
  const listening = page.waitForRequest(request => new URL(request.url()).pathname === '/api/live')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'On-Site Hardware' })).toBeVisible()
  await listening
  const north = card(page, 'North Field')
  await expect(north).toContainText('Outdoor Warning System')
  await expect(north).toContainText('Healthy2 minutes ago')
  await expect(north).toContainText('Healthy12.8 V')
  await expect(north).not.toContainText('Not protected')
  await expect(card(page, 'Stadium')).toContainText('Warning is sounding')
  await expect(card(page, 'Stadium')).toContainText('Low11.9 V')
  await expect(card(page, 'Practice Field')).toContainText('Not protected: The siren cannot be reached')
  await expect(card(page, 'Roof Station')).toContainText('Disabled')
  await expect(card(page, 'Roof Station').getByRole('button', { name: /Select Test|Edit/ })).toHaveCount(0)
  expect(await faults(page, 'main')).toEqual([])

  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('ro')
  await expect(page.getByRole('article')).toHaveCount(4)
  await search.fill('ROOF')
  await expect(page.getByRole('article')).toHaveCount(1)
  await search.fill('')
  await page.getByLabel('View').selectOption('Weather Station')
  await expect(page.getByRole('article')).toHaveCount(2)

  given.units = []
  await page.reload()
  await expect(page.getByText("You don't have any hardware added")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact us' })).toBeVisible()
})

test('a test runs until it is stopped or ends on its own, and is rejected during a real delay', async ({
  page,
}) => {
  const given = await giveHardware(page)
  given.sirens = given.sirens.map(siren => (siren.id === 3 ? { ...siren, allClearFrequency: 10 } : siren))
  await openAgain(page, people.admin, '/Hardware')
  await choose(page, 'Select Test of North Field', 'Start Delay')
  await dialog(page, 'Test North Field?').getByRole('button', { name: 'Start Delay' }).click()
  await expect(toast(page, 'Successfully tested Delay for selected unit.')).toBeVisible()
  const north = card(page, 'North Field')
  await expect(north).toContainText('Running Test of Delay...')
  await expect(north.getByRole('progressbar')).toHaveAttribute('max', '25')
  await north.getByRole('button', { name: 'Stop Test of North Field' }).click()
  await expect(toast(page, 'Successfully turned off tests for selected unit.')).toBeVisible()
  await expect(north).not.toContainText('Running Test')
  expect(given.asked).toEqual([
    { call: '/api/Siren/Test/Delay', body: [1] },
    { call: '/api/Siren/TurnOff', body: [1] },
  ])
  const message = 'Stadium is in a real lightning delay and cannot be tested.'
  given.refusals.set('/api/Siren/Test/Light', { status: 409, message })
  await choose(page, 'Select Test of Stadium', 'Turn On Light')
  await expect(toast(page, 'Unable to test light for selected unit.')).toBeVisible()
  await expect(toast(page, message)).toBeVisible()
  await expect(card(page, 'Stadium')).toContainText('Warning is sounding')

  await page.getByLabel('Select North Field').check()
  await expect(page.getByRole('button', { name: 'Bulk Actions (1)' })).toBeDisabled()
  await page.getByLabel('Select Practice Field').check()
  await choose(page, 'Bulk Actions (2)', 'Start All Clear')
  const bulk = dialog(page, 'Start All Clear')
  await expect(bulk).toContainText('Make sure to stop testing to turn off all OWS Systems.')
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await bulk.getByRole('button', { name: 'Start All Clear' }).click()
  await expect(toast(page, 'Successfully tested All Clear for selected units.')).toBeVisible()
  await expect(bulk).toContainText('Running Test of All Clear...')
  await expect(bulk.getByRole('progressbar')).toHaveAttribute('max', '60')

  // The test ends on its own, and the devices report that.
  given.units = given.units.map(unit => ({ ...unit, doing: 'nothing', isTest: false }))
  await expect(bulk).not.toContainText('Running Test')
})

test(
  'disabling requires a reason, and a unit’s activity log shows its responses',
  detail,
  async ({ page }) => {
    const given = await giveHardware(page)
    await openAgain(page, people.admin, '/Hardware')
    await choose(page, 'More for North Field', 'Disable OWS')
    const form = dialog(page, 'Disable OWS: North Field')
    const confirm = form.getByRole('button', { name: 'Disable' })
    await expect(confirm).toBeDisabled()
    await form.getByLabel('Reason').fill('   ')
    await expect(confirm).toBeDisabled()
    await form.getByLabel('Reason').fill('Horn is being replaced')
    await confirm.click()
    await expect(toast(page, 'Successfully disabled OWS')).toBeVisible()
    await expect(card(page, 'North Field')).toContainText('OWS Disabled')
    await expect(card(page, 'North Field')).toContainText('Not protected: The siren is disabled')
    expect(given.asked).toEqual([
      { call: '/api/Support/Siren/Disable', body: { message: 'Horn is being replaced', hardwareId: 1 } },
    ])

    given.refusals.set('/api/Support/Disable', { status: 403, message: 'Not while acting as somebody.' })
    await choose(page, 'More for Stadium', 'Disable hardware')
    await page.getByLabel('Reason').fill('Broken')
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await expect(toast(page, 'Error disabling hardware')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()

    await choose(page, 'More for North Field', 'Activity')
    const activity = dialog(page, 'Activity for North Field')
    await expect(activity).toContainText('Test: Warning')
    await expect(activity).toContainText('Refused: a real warning was active')
    await expect(activity).toContainText('by Ada Admin')
    await expect(activity).toContainText('Not confirmed: the unit did not respond')
    await expect(activity).toContainText('by the automation')
    await expect(activity).toContainText('Commands that the unit could not verify: 1')
    expect(await faults(page, '[role=dialog]')).toEqual([])
  },
)

test('siren settings are validated, and merged with someone else’s changes, before they are saved', async ({
  page,
}) => {
  const given = await giveHardware(page)
  await openAgain(page, people.admin, '/Hardware')
  await page.getByRole('button', { name: 'Edit North Field' }).click()
  const form = dialog(page, 'Edit hardware')
  await expect(form).toContainText('Sounds for lightning within 10 miles; the largest of')
  const message = form.getByRole('textbox', { name: 'Message after the all clear' })
  await expect(form.getByText('350 characters left')).toBeVisible()
  await message.fill('a'.repeat(351))
  await expect(form.getByText('-1 characters left')).toBeVisible()
  await expect(message).toHaveAttribute('aria-invalid', 'true')
  await message.fill('All clear.')
  await form.getByRole('slider', { name: 'Warning: sound duration' }).fill('30')
  await form.getByRole('slider', { name: 'All Clear: play count' }).fill('10')
  await expect(form.getByLabel('Monday to', { exact: true }).locator('option').first()).toHaveText('6:15 AM')
  await form.getByLabel('Monday to', { exact: true }).selectOption('12:00 AM')
  expect(await faults(page, '[role=dialog]')).toEqual([])

  await form.getByRole('button', { name: 'Cancel' }).click()
  await dialog(page, 'Discard your changes?').getByRole('button', { name: 'Keep editing' }).click()
  const settings = '/api/Hardware/OWS/Settings'
  const [saved] = given.sirens
  const current = {
    ...saved,
    postWarnMessage: 'Find shelter.',
    postAllClearMessage: 'You may go out.',
    version: 2,
  }
  given.refusals.set(settings, { status: 409, message: 'Somebody else was faster.', current })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('Someone else changed this after you opened it.')
  await expect(form.getByRole('row', { name: /Message after the all clear/ })).toContainText(
    'You may go out.',
  )
  // Changes that only the other person made do not prompt.
  await expect(form.getByRole('row', { name: /Message after the warning/ })).toHaveCount(0)
  given.refusals.clear()
  await form.getByRole('button', { name: 'Keep mine' }).click()
  await expect(toast(page, 'OWS Settings Successfully Updated')).toBeVisible()
  expect(given.asked.at(-1)?.body).toMatchObject({
    sirenId: 1,
    version: 2,
    duration: 30,
    allClearFrequency: 10,
    postAllClearMessage: 'All clear.',
    postWarnMessage: 'Find shelter.',
  })
})

test('a relay is switched only after the override is confirmed, and shows its reported state', async ({
  page,
}) => {
  const given = await giveHardware(page)
  await openAgain(page, people.admin, '/Hardware')
  await page.getByRole('button', { name: 'StormBridge of North Field' }).click()
  const bridge = dialog(page, 'StormBridge')
  await expect(bridge).toContainText('Automation Active')
  await expect(bridge).toContainText('No Automation Set')
  await expect(bridge).toContainText('Cannot be reached; last reported on')
  expect(await faults(page, '[role=dialog]')).toEqual([])

  const lights = bridge.getByRole('switch', { name: 'Stadium lights' })
  await lights.press('Space')
  const confirm = dialog(page, 'Confirm Manual Override')
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  expect(given.asked).toEqual([])
  await expect(lights).not.toBeChecked()

  const setRelay = '/api/RemoteRelay/SetRelay/10.0.0.21'
  given.refusals.set(setRelay, { status: 502, message: 'The unit did not respond.' })
  await lights.press('Space')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(bridge).toContainText('Failed to toggle relay, please try again.')
  await expect(bridge).toContainText('The unit did not respond.')
  await expect(lights).not.toBeChecked()

  given.refusals.clear()
  await lights.press('Space')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(lights).toBeChecked()
  await expect(bridge).toContainText('On, set by hand')
  expect(given.asked.at(-1)).toEqual({ call: setRelay, body: { id: 'Stadium lights', toggled: true } })
})

test('a public-address message goes to the selected units and shows which of them played it', async ({
  page,
}) => {
  const given = await giveHardware(page)
  await openAgain(page, people.admin, '/Hardware')
  await page.getByRole('button', { name: 'Send PA Message' }).click()
  const form = dialog(page, 'Send PA Message')
  const send = form.getByRole('button', { name: 'Send Message' })
  await send.click()
  await expect(form).toContainText('Choose at least one unit.')
  await expect(form).toContainText('Message is required')
  await form.getByRole('combobox', { name: 'Hardware' }).click()
  await page.getByRole('option', { name: 'Press Box' }).click()
  await expect(form.getByLabel('Repeat count').locator('option')).toHaveText(['3', '4', '5'])
  await page.getByRole('option', { name: 'North Field' }).click()
  const message = form.getByRole('textbox', { name: 'Message' })
  await message.fill('Please go inside.')
  await form.getByRole('button', { name: 'Listen' }).click()
  await form.getByRole('button', { name: 'Stop' }).click()
  await expect(form.getByRole('button', { name: 'Listen' })).toBeVisible()
  expect(await faults(page, '[role=dialog]')).toEqual([])

  given.refusals.set('/api/PA/SendMessage', {
    status: 400,
    message: 'Please check what you entered.',
    errors: { PAList: ['includes a unit that is not yours'] },
  })
  await send.click()
  await expect(toast(page, 'Failed To Send Message')).toBeVisible()
  await expect(form).toContainText('Hardware includes a unit that is not yours')

  given.refusals.clear()
  await send.click()
  const results = dialog(page, 'PA message results')
  await expect(results.getByRole('region', { name: 'Succeeded' })).toContainText('North Field')
  await expect(results.getByRole('region', { name: 'Failed' })).toContainText('The unit did not respond.')
  await results.getByRole('button', { name: 'OK' }).click()
  await expect(message).toHaveValue('')
  expect(given.asked.at(-1)).toEqual({
    call: '/api/PA/SendMessage',
    body: { pAList: [9, 1], message: 'Please go inside.', repeatCount: 3 },
  })
})

test('on a phone a dialog fills the screen below the simulated-weather strip', detail, async ({ page }) => {
  await giveHardware(page)
  await openAgain(page, people.admin, '/Hardware')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Edit North Field' }).click()
  const title = dialog(page, 'Edit hardware').getByRole('heading', { name: 'Edit hardware' })
  const strip = page.getByText('Simulated weather')
  await expect
    .poll(async () => ((await title.boundingBox())?.y ?? 0) - ((await strip.boundingBox())?.height ?? 0))
    .toBeGreaterThanOrEqual(0)
})

test('stored messages are added, edited and deleted', detail, async ({ page }) => {
  await openAgain(page, people.admin, '/PAStoredMessages')
  await page.getByRole('button', { name: 'Add Message' }).click()
  const adding = dialog(page, 'Add Message')
  await adding.getByRole('button', { name: 'Save' }).click()
  await expect(adding).toContainText('Title is required')
  await adding.getByLabel('Title').fill('Evacuate')
  await adding.getByRole('textbox', { name: 'Message' }).fill('Leave the field now.')
  await expect(adding).toContainText('330 characters left')
  await adding.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Successfully Added Stored Message')).toBeVisible()
  await expect(page.getByRole('row', { name: /Evacuate/ })).toContainText('Leave the field now.')
  expect(await faults(page, 'main')).toEqual([])

  await page.getByRole('button', { name: 'Edit Evacuate' }).click()
  const editing = dialog(page, 'Edit message')
  await editing.getByRole('textbox', { name: 'Message' }).fill('Leave the field at once.')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Successfully Updated Stored Message')).toBeVisible()
  await expect(page.getByRole('row', { name: /Evacuate/ })).toContainText('at once')
  await page.getByRole('button', { name: 'Delete Evacuate' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(toast(page, 'Successfully Deleted Stored Message')).toBeVisible()
  await expect(page.getByRole('row', { name: /Evacuate/ })).toHaveCount(0)
})

test('the dashboard names a siren that is unreliable', async ({ page }) => {
  let because = 'The siren cannot be reached'
  await page.route('**/api/Hardware/NotProtected', async route => {
    const ids = because === '' ? [] : Array.from({ length: 500 }, (_each, index) => index + 1)
    const data = ids.map(locationId => ({ locationId, sirenName: 'North Field', because, isNotice: false }))
    await route.fulfill({ json: { data } })
  })
  await openAgain(page, people.admin)
  await expect(
    page.getByText('Siren North Field: The siren cannot be reached. Do not rely on it.'),
  ).toBeVisible()
  because = ''
  await page.reload()
  await expect(page.getByRole('heading', { name: /Lightning Status at/ })).toBeAttached()
  await expect(page.getByText('Do not rely on it.')).toHaveCount(0)
})

test('a siren is registered, connects with its keys, is tested and is removed', async ({ page, baseURL }) => {
  // In the middle of the Pacific and in the provider's own organization, so no other test is affected.
  const device = 'pacific-siren'
  await openAgain(page, people.superAdmin, '/Hardware')
  await page.getByRole('button', { name: 'Register device' }).click()
  const form = dialog(page, 'Register device')
  await form.getByRole('button', { name: 'Register' }).click()
  await expect(form).toContainText('Choose an organization.')
  await form.getByRole('combobox', { name: 'Organization' }).click()
  await page.getByRole('option', { name: 'Skywarden' }).click()
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Pacific')
  await form.getByRole('textbox', { name: 'MQTT user name' }).fill(device)
  await form.getByRole('textbox', { name: 'Latitude' }).fill('20')
  await form.getByRole('textbox', { name: 'Longitude' }).fill('-150')
  await form.getByRole('button', { name: 'Register' }).click()
  await expect(form).toContainText('Choose when it may sound.')
  await form.getByRole('combobox', { name: 'When it may sound' }).click()
  await page.getByRole('option', { name: 'All day, every day' }).click()
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await form.getByRole('button', { name: 'Register' }).click()
  const keys = dialog(page, 'Keys for Pacific')
  const key = await keys.locator('pre').first().innerText()
  await expect(keys).toContainText(Buffer.from(key, 'base64url').toString('hex'))
  await expect(keys).toContainText(`skywarden/1/${device}/`)
  await expect(keys).toContainText(`${baseURL?.replace('http', 'ws')}/mqtt`)
  await keys.getByRole('button', { name: 'I’ve saved the keys' }).click()
  await expect(page.getByRole('row', { name: /pacific-siren/ })).toContainText('Never connected')
  const pacific = card(page, 'Pacific')
  await expect(pacific).toContainText('Never Connected')

  const siren = createDevice({
    customerId: 1,
    device,
    model: 'OWS',
    key: Buffer.from(key, 'base64url'),
    broker: `${baseURL?.replace('http', 'ws')}/mqtt`,
    time: passingTime(() => Date.now()),
  })
  await siren.start()
  try {
    await page.reload()
    await expect(pacific).toContainText('Healthyjust now')
    // A real siren next to simulated weather.
    await expect(pacific).toContainText('Not protected: The siren does not follow the weather that is shown')
    await choose(page, 'Select Test of Pacific', 'Turn On Light')
    await expect(toast(page, 'Successfully tested light for selected unit.')).toBeVisible()
    await expect(pacific).toContainText('Running Test of Light...')
    await pacific.getByRole('button', { name: 'Stop Test of Pacific' }).click()
    await expect(toast(page, 'Successfully turned off tests for selected unit.')).toBeVisible()
    await expect(pacific).not.toContainText('Running Test')
  } finally {
    await siren.stop()
  }
  await page
    .getByRole('row', { name: /pacific-siren/ })
    .getByRole('button', { name: 'Edit Pacific' })
    .click()
  const edited = dialog(page, 'Edit device')
  await expect(edited.getByRole('textbox', { name: 'Latitude' })).toHaveValue('20')
  await edited.getByRole('textbox', { name: 'Latitude' }).fill('21.5')
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await edited.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Device saved')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Pacific' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(toast(page, 'Device removed')).toBeVisible()
  await expect(pacific).toHaveCount(0)
})

test('only administrators can open hardware', detail, async ({ page }) => {
  await openAgain(page, people.customer, '/Profile')
  await page.goto('/Hardware')
  await expect(page).toHaveURL(/Unauthorized/)
})
