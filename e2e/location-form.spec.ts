import { resolve } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { faults } from './steps/axe.ts'
import { sql } from 'kysely'
import { silentLog } from '#server/platform/log'
import { openStore } from '#server/platform/store/index'
import { findCustomerNamed } from '#server/rooms/customers/index'
import { insertPolicy } from '#server/rooms/policies/index'
import { detail } from './steps/detail.ts'
import { openEdit, openNew, save, slider } from './steps/location-form-page.ts'
import { openAgain, test } from './steps/one-page.ts'
import { people } from './steps/people.ts'
import { serverEnvironment } from './servers/server.ts'

test.slow() // filling in a form takes many small steps, and all tests share two cores

/** Checks the zones as a screen reader announces them: '10 miles'. Zones that are off are hidden. */
async function expectZones(form: Locator, ...miles: (number | 'Off')[]) {
  for (const [index, radius] of miles.entries()) {
    const one = slider(form, index + 1)
    if (radius === 'Off') await expect(one).toBeHidden()
    else await expect(one).toHaveAttribute('aria-valuetext', `${radius} miles`)
  }
}

const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

test('without a location the page explains it, warns, and opens the form', async ({ page }) => {
  await openAgain(page, people.superAdmin)
  await expect(page.getByRole('heading', { name: "You don't have any locations added" })).toBeVisible()
  await expect(page.getByText('Add a location to continue.')).toBeVisible()
  await expect(page.getByText('Treat every location as unsafe')).toBeVisible()
  const opener = page.getByRole('button', { name: 'Add Location' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Add Location' })
  await expect(form.getByLabel('Location Name*')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(opener).toBeFocused()
})

test('a location is found by address, added, monitored, edited and deleted', async ({ page }) => {
  await openAgain(page, people.admin)
  const form = await openNew(page)
  await form.getByLabel('Location Name*').fill('Test Field')
  const address = form.getByLabel('Address')
  await address.fill('Tulsa, OK')
  await expect(page.getByRole('option', { name: 'Tulsa, OK' })).toBeVisible()

  // Escape closes the list first. Typed text is not a place yet.
  await page.keyboard.press('Escape')
  await expect(form.getByRole('option')).toHaveCount(0)
  await expect(form).toBeVisible()
  await address.fill('Tulsa')
  await expect(page.getByRole('option', { name: 'Tulsa, OK' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(address).toHaveValue('Tulsa, OK')
  await expect(form.getByLabel('Latitude')).toHaveValue(/^36\.1/)
  await save(form)
  await expect(toast(page, 'Location added')).toBeVisible()
  await expect(form).toBeHidden()

  // Adding a place selects it.
  await expect(page.getByRole('heading', { level: 1, name: 'Test Field' })).toBeFocused()
  const card = page.getByRole('article', { name: 'Test Field' })
  await expect(card).toContainText(/Ring 1\s*10 mi/)
  const edit = await openEdit(page, 'Test Field')
  await slider(edit, 1).focus()
  await page.keyboard.press('ArrowRight')
  await edit.getByLabel('Alerts').click()
  await save(edit)
  await expect(toast(page, 'Location updated')).toBeVisible()
  await expect(card).toContainText(/Ring 1\s*11 mi/)

  const again = await openEdit(page, 'Test Field')
  await expect(again.getByLabel('Alerts')).not.toBeChecked()
  const remove = again.getByRole('button', { name: 'Delete Location' })
  await remove.click()
  const question = page.getByRole('dialog', { name: 'Remove Test Field' })
  await expect(question).toContainText(
    'Are you sure you want to remove Test Field? This action cannot be undone.',
  )
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(again).toBeVisible()
  await expect(remove).toBeFocused()
  await remove.click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Location deleted')).toBeVisible()
  await expect(card).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add Location' })).toBeFocused()
})

test(
  'sliders stay in range and push each other, and checkboxes add and remove zones',
  detail,
  async ({ page }) => {
    await openAgain(page, people.admin)
    const form = await openNew(page)
    const tick = (zone: number) => form.getByRole('checkbox', { name: `Zone ${zone}` })
    const press = async (zone: number | string, key: string, times = 1) => {
      await slider(form, zone).focus()
      for (let count = 0; count < times; count++) await page.keyboard.press(key)
    }
    await expectZones(form, 10, 'Off', 'Off', 'Off')
    await tick(2).check()
    await tick(3).check()
    await tick(4).check()
    await expectZones(form, 10, 11, 12, 13)

    await press(1, 'ArrowRight', 2)
    await expectZones(form, 12, 13, 14, 15)
    await press(4, 'Home')
    await expectZones(form, 5, 6, 7, 8)
    await press(2, 'End')
    await expectZones(form, 5, 48, 49, 50)
    await press(1, 'End')
    await expectZones(form, 47, 48, 49, 50)
    await press(1, 'Home')
    await expectZones(form, 2, 48, 49, 50)
    await expect(
      form.getByRole('img', {
        name: 'The zones to scale: zone 1 2 mi, zone 2 48 mi, zone 3 49 mi, zone 4 50 mi',
      }),
    ).toBeVisible()

    await tick(3).uncheck()
    await expectZones(form, 2, 48, 'Off', 'Off')
    await tick(4).check() // moves the third zone too
    await expectZones(form, 2, 48, 49, 50)
    await tick(2).uncheck()
    await expectZones(form, 2, 'Off', 'Off', 'Off')

    const timer = slider(form, 'All-clear timer')
    const advice = form.getByText('Shorter than the 30 minutes that NFHS, NATA, NCAA and NWS advise.')
    await expect(timer).toHaveAttribute('aria-valuetext', '30 minutes')
    await expect(advice).toBeHidden()
    await press('All-clear timer', 'ArrowLeft')
    await expect(timer).toHaveAttribute('aria-valuetext', '20 minutes')
    await expect(advice).toBeVisible()
    await press('All-clear timer', 'Home')
    await expect(timer).toHaveAttribute('aria-valuetext', '10 minutes')
    await press('All-clear timer', 'End')
    await expect(timer).toHaveAttribute('aria-valuetext', '60 minutes')
  },
)

test(
  'an organization location opens for editing if the person has it, and otherwise prefills a new one',
  detail,
  async ({ page }) => {
    await openAgain(page, people.admin)
    const buffalo = await openEdit(page, 'Buffalo Depot')
    await expect(buffalo).toContainText('Organization Location')
    await expect(buffalo.getByLabel('Address')).toBeDisabled()
    await buffalo.getByRole('button', { name: 'Delete Location' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByRole('article', { name: 'Buffalo Depot' })).toBeHidden()

    await openNew(page)
    const form = page.getByRole('dialog')
    const choose = async (name: RegExp | string) => {
      await form.getByRole('combobox', { name: 'Location', exact: true }).click()
      await page.getByRole('option', { name }).click()
    }
    await choose(/^Norman Stadium/)
    await expect(form.getByRole('heading', { name: 'Norman Stadium' })).toBeVisible()
    await expectZones(form, 8, 16, 26, 40)
    await choose('Add Custom Location')
    await expect(form.getByRole('heading', { name: 'Add Location' })).toBeVisible()
    await expect(form.getByLabel('Location Name*')).toHaveValue('')
    await choose(/^Buffalo Depot/)
    await expect(form.getByRole('heading', { name: 'Add Location' })).toBeVisible()
    await expect(form.getByLabel('Location Name*')).toHaveValue('Buffalo Depot')
    await expect(form.getByLabel('Latitude')).toHaveValue('42.8864')
    await save(form)
    await expect(toast(page, 'Location added')).toBeVisible()
    await expect(page.getByRole('article', { name: 'Buffalo Depot' })).toBeVisible()
  },
)

test('errors appear under their fields, and a failed request is reported', detail, async ({ page }) => {
  await openAgain(page, people.admin)
  const form = await openNew(page)
  const name = form.getByLabel('Location Name*')
  await save(form)
  await expect(form.getByText('Location Name is required')).toBeVisible()
  await expect(form.getByText('Search for an address, or enter the coordinates.')).toBeVisible()
  await expect(name).toBeFocused()

  // An address that was typed but not chosen would be saved with another place's coordinates.
  await name.fill('Bell\u0007')
  await expect(form.getByText('Location Name is required')).toBeHidden()
  await form.getByLabel('Address').fill('Gym\u0007')
  await save(form)
  await expect(form.getByText('Choose a place from the list, or enter its coordinates.')).toBeVisible()

  await form.getByLabel('Latitude').fill('35.2')
  await save(form)
  await expect(form.getByText('Location Name must not contain control characters')).toBeVisible()
  await expect(form.getByText('Address must not contain control characters')).toBeVisible()
  await expect(toast(page, 'Error adding location')).toBeVisible()

  await page.getByRole('button', { name: 'Dismiss: Error adding location' }).click()
  const refusal = {
    responseException: { message: 'No.', errors: { ServerErrors: ['There is no room.', 'b'] } },
  }
  await page.route('**/location/Add', route => route.fulfill({ status: 400, json: refusal }))
  await save(form)
  await expect(toast(page, 'There is no room.')).toBeVisible()
  await expect(form).toBeVisible()
})

test(
  'nearby places are suggested when the search finds nothing or is unavailable',
  detail,
  async ({ page }) => {
    await openAgain(page, people.admin)
    const form = await openNew(page)
    const address = form.getByLabel('Address')
    await form.getByLabel('Latitude').fill('35.2226')
    await form.getByLabel('Longitude').fill('-97.4395')
    await expect(address).toHaveValue(/Norman, OK$/)
    await address.fill('zzqqxy')
    await expect(page.getByText('No place found for “zzqqxy”.').first()).toBeVisible()
    await page.getByRole('option', { name: /Norman, OK/ }).click()
    await expect(address).toHaveValue(/Norman, OK$/)
    await page.route('**/location/Search*', route => route.abort())
    await address.fill('Somewhere')
    await expect(page.getByText('Address search is not responding.').first()).toBeVisible()
    await page.getByRole('option', { name: 'Keep “Somewhere” as it is' }).click()
    await expect(address).toHaveValue('Somewhere')
    await expect(form.getByLabel('Latitude')).toHaveValue('35.2226')
  },
)

test('a location outside lightning coverage must be acknowledged first', async ({ page }) => {
  await openAgain(page, people.admin)
  const form = await openNew(page)
  await form.getByLabel('Location Name*').fill('Anchorage Dock')
  await form.getByLabel('Latitude').fill('61.2')
  await form.getByLabel('Longitude').fill('-149.9')
  await save(form)
  const restriction = page.getByRole('dialog', { name: 'Outside the lightning coverage area' })
  await expect(restriction.getByRole('button', { name: 'I Understand' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(restriction).toBeHidden()
  await expect(form).toBeVisible()
  await save(form)
  await restriction.getByRole('button', { name: 'I Understand' }).click()
  await expect(toast(page, 'Location added')).toBeVisible()

  const hero = page.getByRole('article', { name: 'Lightning Status at Anchorage Dock' })
  await expect(hero).toHaveAttribute('data-shown', 'Unknown')
  await expect(hero).toContainText('No lightning feed covers this location')
  await expect(page.getByRole('region', { name: 'Storm arrival' })).toContainText(
    'No radar covers this location',
  )

  const added = await openEdit(page, 'Anchorage Dock')
  await added.getByRole('button', { name: 'Delete Location' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('article', { name: 'Anchorage Dock' })).toBeHidden()
})

test(
  'policies lock the zones and the all-clear time, with a notice until saved',
  detail,
  async ({ page }) => {
    const dataDir = resolve(serverEnvironment.DATA_DIR)
    const store = await openStore({ databaseUrl: undefined, dataDir, log: silentLog, beside: true })
    await store.db.transaction().execute(async tx => {
      const customerId = (await findCustomerNamed(tx, 'system', 'Other Venues'))?.id ?? 0
      const now = new Date()
      const common = { customerId, groups: 'all' } as const
      await insertPolicy(tx, { ...common, type: 'LR1', threshold: 8, allClearMinutes: 40 }, now)
      await insertPolicy(tx, { ...common, type: 'LR3', threshold: 24, allClearMinutes: 50 }, now)
      await sql`update locations set is_given = true where label = 'Tulsa Hall'`.execute(tx)
    })
    await store.close()

    await openAgain(page, people.other)
    const form = await openEdit(page, 'Tulsa Hall')
    const overwritten = form.getByText(
      "Your settings have been overwritten by your organization's policy. Please save to apply these changes.",
    )
    const locked = form.getByText("Some settings are locked by your organization's policies")
    await expect(overwritten).toBeVisible()
    await expect(locked).toBeVisible()
    await expectZones(form, 8, 20, 24)
    await expect(form.getByText('Zone 4')).toBeHidden() // no entitlement, and no value
    await expect(slider(form, 1)).toBeDisabled()
    await expect(slider(form, 3)).toBeDisabled()
    await expect(slider(form, 'All-clear timer')).toBeDisabled()
    await expect(slider(form, 'All-clear timer')).toHaveAttribute('aria-valuetext', '40 minutes')
    await expect(form.getByRole('checkbox', { name: 'Zone 2' })).toBeDisabled()

    // Between two locked zones the second moves without pushing another.
    await slider(form, 2).press('End')
    await expectZones(form, 8, 23, 24)
    await expect(form.getByLabel('Location Name*')).toBeDisabled()
    await expect(form.getByRole('button', { name: 'Delete Location' })).toBeDisabled()
    await save(form)
    await expect(toast(page, 'Location updated')).toBeVisible()

    const again = await openEdit(page, 'Tulsa Hall')
    await expectZones(again, 8, 23, 24)
    await expect(locked).toBeVisible()
    await expect(overwritten).toBeHidden()
  },
)

test('the form is accessible', detail, async ({ page }) => {
  await openAgain(page, people.admin)
  const form = await openNew(page)
  await save(form)
  await expect(form.getByText('Location Name is required')).toBeVisible()
  await form.getByLabel('Address').fill('Norman')
  await expect(form.getByRole('option').first()).toBeVisible()
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  const edit = await openEdit(page, 'Norman Stadium')
  await slider(edit, 'All-clear timer').focus()
  await page.keyboard.press('ArrowLeft')
  expect(await faults(page, '[role=dialog]')).toEqual([])
})

test('on a phone the form fills the screen and nothing overflows', detail, async ({ page }) => {
  await openAgain(page, people.admin)
  await page.setViewportSize({ width: 360, height: 740 })
  const form = await openEdit(page, 'Norman Stadium')
  await expect
    .poll(async () => {
      const box = await form.boundingBox()
      return box && [box.x, box.y, box.width, box.height].map(Math.round)
    })
    .toEqual([0, 0, 360, 740])
  const sticksOut = await form.evaluate(dialog =>
    [...dialog.querySelectorAll('*')].some(
      element => element.getBoundingClientRect().right > innerWidth + 1 && element.checkVisibility(),
    ),
  )
  expect(sticksOut).toBe(false)
  await expect(form.getByRole('button', { name: 'Save' })).toBeInViewport()
  await slider(form, 4).focus()
  await page.keyboard.press('ArrowRight')
  await expect(form.getByRole('img', { name: /zone 4 41 mi$/ })).toBeInViewport()
})
