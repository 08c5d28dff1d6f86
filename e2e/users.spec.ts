import { expect, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { openAgain, test } from './steps/one-page.ts'
import { OwnServer } from './servers/own-server.ts'
import { goTo, people } from './steps/people.ts'

let server: OwnServer

test.beforeAll(async () => {
  server = await OwnServer.start() // other tests count the demo's people
})
test.afterAll(() => server.stop())
test.slow()

async function open(page: Page, person: string) {
  await openAgain(page, person, '/Users', server.baseURL)
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expect(page.getByText(/^\d+ users$/)).toBeVisible()
}

const dialogNamed = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('people who are not administrators have no access', async ({ page }) => {
  await openAgain(page, people.customer, '/Profile', server.baseURL)
  await page.goto(`${server.baseURL}/Users`)
  await page.waitForURL('**/Unauthorized')
})

test(
  'an Assistant Admin sees only their own group and changes only people below them',
  detail,
  async ({ page }) => {
    await open(page, people.assistant)
    await expect(row(page, 'Demo Customer')).toContainText('Athletics')
    await expect(page.getByRole('row').filter({ hasText: 'Grounds' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Edit Demo Assistant' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const group = page.getByRole('dialog', { name: 'Filter' }).getByLabel('User Group')
    await expect(group).toBeDisabled()
    await expect(group.locator('option')).toHaveText(['Athletics'])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add User' }).click()
    await expect(page.getByRole('combobox', { name: 'User Group' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Manage Groups' }).click()
    const groups = dialogNamed(page, 'Manage User Groups')
    await expect(groups.getByRole('listitem')).toHaveCount(1)
    await expect(groups.getByRole('button', { name: /New group|Delete/ })).toHaveCount(0)
  },
)

test('a person is added, invited again, edited, found and deleted', async ({ page }) => {
  await open(page, people.admin)
  await page.getByRole('button', { name: 'Add User' }).click()
  const form = dialogNamed(page, 'Add User')
  await form.getByRole('button', { name: 'Save' }).click()
  for (const field of ['First Name', 'Email', 'Permission Level', 'User Group']) {
    await expect(form).toContainText(`${field} is required`)
  }
  await expect(form.getByLabel('First Name')).toBeFocused()
  await form.getByLabel('First Name').fill('Zoë')
  await form.getByLabel('Last Name').fill('Newcomer')
  await form.getByRole('textbox', { name: 'Email' }).fill(people.customer)
  await form.getByRole('combobox', { name: 'Permission Level' }).click()
  await expect(page.getByRole('option', { name: 'Admin', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.getByRole('option', { name: 'Customer', exact: true }).click()
  await expect(form).toContainText('cannot use Talk to a Meteorologist.')
  await choose(page, 'User Group', 'Grounds')
  await choose(page, 'Locations', 'Norman Stadium')
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Error adding user')).toBeVisible()
  await expect(form).toContainText('Email is used by another account')
  await form.getByRole('textbox', { name: 'Email' }).fill('zoe@demo.test')
  await form.getByRole('button', { name: 'Save' }).dblclick()
  await expect(form).toBeHidden()

  const zoe = row(page, 'Zoë Newcomer')
  await expect(zoe).toHaveCount(1)
  await expect(zoe).toContainText('zoe@demo.test')
  await zoe.getByRole('button', { name: /^resend\?/ }).click()
  await expect(toast(page, 'Invite email sent!')).toBeVisible()
  await expect(zoe.getByText('Sent! Send again?')).toBeVisible()
  await page.route('**/identity/account/sendactivateemail?*', route => route.abort())
  await zoe.getByRole('button', { name: /^Sent! Send again\?/ }).click()
  await expect(toast(page, 'Unable to send invite email')).toBeVisible()
  await expect(zoe.getByText('Failed to send. Try again?')).toBeVisible()

  await zoe.getByRole('button', { name: 'Edit Zoë Newcomer' }).click()
  const edit = dialogNamed(page, 'Edit Zoë Newcomer')
  await edit.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('Signed out everywhere')).toBeVisible()
  await expect(edit.getByText('Norman Stadium')).toBeVisible()
  await edit.getByLabel('Last Name').fill('Settled')
  await edit.getByRole('textbox', { name: 'Phone' }).fill('not a number')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toContainText('Phone must be a phone number')
  await edit.getByRole('textbox', { name: 'Phone' }).fill('405 555 0100')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(row(page, 'Zoë Settled')).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search' }).fill('settled grounds')
  await expect(page.getByText(/^1 of \d+ users$/)).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const filter = page.getByRole('dialog', { name: 'Filter' })
  await filter.getByLabel('User Group').selectOption('Athletics')
  await expect(page.getByText('No matching users')).toBeVisible()
  await filter.getByLabel('User Group').selectOption('Grounds')
  await filter.getByRole('button', { name: 'Full users' }).click()
  await expect(row(page, 'Zoë Settled')).toBeVisible()
  await filter.getByRole('button', { name: 'Clear filter' }).click()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Alerts for Zoë Settled' }).click()
  await expect(dialogNamed(page, 'Alerts for Zoë Settled')).toContainText(
    /Alerts could not be loaded|No alerts yet|told/i,
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete Zoë Settled' }).click()
  await dialogNamed(page, 'Remove Zoë Settled').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'User deleted')).toBeVisible()
  await expect(row(page, 'Zoë Settled')).toHaveCount(0)
})

test('people whom no alert would reach are marked with the reason', async ({ page }) => {
  await open(page, people.admin)
  await page.getByRole('searchbox', { name: 'Search' }).fill('Camp Kitchen')
  await expect(row(page, 'Camp Kitchen')).toContainText(
    'Cannot be reached: unsubscribed from email; no phone number',
  )
  await page.getByRole('searchbox', { name: 'Search' }).fill('Camp Office')
  await expect(row(page, 'Camp Office')).not.toContainText('Cannot be reached')
  expect(await faults(page)).toEqual([])
})

test(
  'a person becomes Notification Only after a warning, and a full user again',
  detail,
  async ({ page }) => {
    await open(page, people.admin)
    await page.getByRole('button', { name: 'Edit Demo Customer' }).click()
    const edit = dialogNamed(page, 'Edit Demo Customer')
    await choose(page, 'Permission Level', 'Notification Only')
    await edit.getByRole('button', { name: 'Save' }).click()
    const warning = dialogNamed(page, 'Make notification only')
    await expect(warning).toContainText(
      'Are you sure you want to transition Demo Customer from a Customer to a Notification Only user? Doing so will result in the removal of all of their custom saved locations and settings.',
    )
    await warning.getByRole('button', { name: 'Cancel' }).click()
    await expect(row(page, 'Demo Customer')).toContainText('Customer')
    await edit.getByRole('button', { name: 'Save' }).click()
    await warning.getByRole('button', { name: 'Confirm' }).click()
    await expect(edit).toBeHidden()
    await expect(row(page, 'Demo Customer')).toContainText('Notification Only')

    await page.getByRole('button', { name: 'Edit Demo Customer' }).click()
    await choose(page, 'Permission Level', 'Customer')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Successfully promoted to full user')).toBeVisible()
    await expect(row(page, 'Demo Customer')).not.toContainText('Notification Only')
  },
)

test('a group is added with its alert times, edited and deleted', async ({ page }) => {
  await open(page, people.admin)
  await page.getByRole('button', { name: 'Manage Groups' }).click()
  const groups = dialogNamed(page, 'Manage User Groups')
  const group = (name: string) => groups.getByRole('listitem').filter({ hasText: name })
  await expect(groups.getByRole('button', { name: 'Delete Athletics' })).toBeDisabled()
  await expect(group('Athletics')).toContainText('move them to another one before you delete it')

  await groups.getByRole('button', { name: 'New group' }).click()
  const form = dialogNamed(page, 'New user group')
  await expect(form.getByLabel('Name')).toHaveValue('New Group')
  await expect(form.getByLabel('Monday from')).toHaveValue('300')
  await form.getByLabel('Name').fill('Athletics')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Error creating user group')).toBeVisible()
  await expect(form).toContainText('Name is the name of another user group')
  await form.getByLabel('Name').fill('Night Watch')
  await form.getByLabel('Friday from').selectOption('8:00 PM')
  await form.getByLabel('Friday to').selectOption('8:00 PM')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('must not be the same as the end time')
  await form.getByLabel('Friday to').selectOption('6:00 AM')
  await expect(form).toContainText('Receive alerts from Friday 8:00 PM to Saturday 6:00 AM')
  await form.getByLabel('Sunday from').selectOption('ALL DAY')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Created user group')).toBeVisible()
  await expect(group('Night Watch')).toContainText(
    'Sunday all day; Monday to Thursday and Saturday 5:00 AM to 11:00 PM; Friday 8:00 PM to 6:00 AM',
  )

  await groups.getByRole('button', { name: 'Edit Night Watch' }).click()
  const edit = dialogNamed(page, 'Edit user group')
  await edit.getByLabel('Name').fill('Night Shift')
  await edit.getByRole('button', { name: 'Copy to all days: Sunday’s times' }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Upated user group')).toBeVisible()
  await expect(group('Night Shift')).toContainText('Every day all day')
  await expect(groups.getByRole('button', { name: 'Edit Night Shift' })).toBeFocused()

  await groups.getByRole('button', { name: 'Delete Night Shift' }).click()
  await dialogNamed(page, 'Remove Night Shift').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Deleted user group')).toBeVisible()
  await expect(group('Night Shift')).toHaveCount(0)
})

test('saved changes appear in the table before the list is refetched', detail, async ({ page }) => {
  await open(page, people.admin)
  await page.route('**/api/user/customer', () => {}) // never answered, like a list of thousands that is still loading
  await page.getByRole('button', { name: 'Edit Demo Customer' }).click()
  const edit = dialogNamed(page, /^Edit Demo Customer/)
  await edit.getByLabel('Last Name').fill('Renamed')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Demo Renamed')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Demo Renamed' }).click()
  await edit
    .or(dialogNamed(page, /^Edit Demo Renamed/))
    .getByLabel('Last Name')
    .fill('Customer')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Demo Customer')).toBeVisible()
  await page.getByRole('button', { name: 'Manage Groups' }).click()
  const groups = page.getByRole('dialog')
  for (const [from, to] of [
    ['Athletics', 'Sports'],
    ['Sports', 'Athletics'],
  ] as const) {
    await groups.getByRole('button', { name: `Edit ${from}` }).click()
    await groups.getByLabel('Name').fill(to)
    await groups.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('row', { includeHidden: true, name: /Demo Customer/ })).toContainText(to)
  }
})

test(
  'two hundred groups can be searched and do not push other content out of view',
  detail,
  async ({ page }) => {
    await open(page, people.admin)
    await page.route('**/api/site', async route => {
      const reply = await route.fetch()
      const body = (await reply.json()) as { data: { id: number; name: string }[] }
      const [first] = body.data
      const many = Array.from({ length: 200 }, (_, at) => ({ ...first, id: 9000 + at, name: `Team ${at}` }))
      await route.fulfill({ response: reply, json: { ...body, data: [...body.data, ...many] } })
    })
    await page.reload()
    await page.getByRole('button', { name: 'Manage Groups' }).click()
    const groups = dialogNamed(page, 'Manage User Groups')
    await groups.getByRole('searchbox', { name: 'Search user groups' }).fill('team 19')
    await expect(groups.getByRole('listitem')).toHaveCount(12)
    await expect(groups.getByText(/^12 of \d+ groups$/)).toBeVisible()
    await groups.getByRole('searchbox').fill('athl')
    await groups.getByRole('button', { name: 'Edit Athletics' }).click()
    await groups
      .getByRole('button', { name: 'Back' })
      .or(page.getByRole('button', { name: 'Back' }))
      .click()
    await expect(groups.getByRole('listitem')).toHaveCount(1)
    await expect(groups.getByRole('button', { name: 'Edit Athletics' })).toBeFocused()
    expect(await faults(page, '[role=dialog]')).toEqual([])
    await page.keyboard.press('Escape')

    await goTo(page, '/Policies')
    await page.getByRole('button', { name: 'Start from a standard' }).click()
    const standards = dialogNamed(page, 'Start from a standard')
    await standards.getByRole('searchbox', { name: 'Search user groups' }).fill('team 150')
    await standards.getByLabel('Team 150', { exact: true }).check()
    await expect(standards.getByText(/^1 of \d+ selected$/)).toBeVisible()
    await expect(standards.getByRole('heading', { level: 3 }).first()).toBeInViewport()
    expect(await faults(page, '[role=dialog]')).toEqual([])
  },
)

test('a file is checked row by row and imported only if every row is valid', detail, async ({ page }) => {
  await open(page, people.admin)
  const header = 'First Name,Last Name,Email,Permission Level,User Group,Time Zone,Locations\r\n'
  const good = 'Ivy,Import,ivy@demo.test,Customer,Grounds,CST,Norman Stadium\r\n'
  const give = async (text: string) =>
    page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = dialogNamed(page, 'Import users')
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download template' }).click()
  const template = await readFile(await (await coming).path(), 'utf8')

  await give('Name\r\nIvy\r\n')
  await expect(dialog).toContainText("The file has a column 'Name', which is unknown.")
  await give(`${header}${good}Jon,Import,no address,Customer,Nowhere,CST,\r\n`)
  const jon = dialog.getByRole('row', { name: /Jon Import/ })
  await expect(jon).toContainText('Rejected')
  await expect(jon).toContainText(/address/)
  await expect(dialog).toContainText('1 to add, 1 rejected.')
  await expect(dialog.getByRole('button', { name: 'Import 1 person' })).toBeDisabled()
  await dialog.getByLabel('Skip the rejected row and import the rest').check()
  await expect(dialog.getByRole('button', { name: 'Import 1 person' })).toBeEnabled()

  await give(template)
  await expect(dialog.getByRole('row', { name: /Jane Example/ })).toContainText('Will be added')
  await give(`${header}${good}Jon,Import,jon@demo.test,Notification Only,Athletics,EST,\r\n`)
  await expect(dialog).toContainText('1 person has no location and will not be alerted')
  await expect(jon).toContainText('No location: will not be alerted')
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Import 2 people' }).click()
  await expect(toast(page, 'Users imported')).toBeVisible()
  await expect(row(page, 'Jon Import')).toContainText('Notification Only')
  await expect(row(page, 'Jon Import')).toContainText('No location')
  await expect(row(page, 'Ivy Import')).toContainText('Grounds')
  await expect(row(page, 'Ivy Import')).not.toContainText('No location')

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const kim = `Kim,Import,kim@demo.test,Customer,Grounds,CST,\r\nLee,Import,no address,Customer,Grounds,CST,\r\n`
  await give(`${header}${kim}`.replaceAll(',', ';'))
  await dialog.getByLabel('Skip the rejected row and import the rest').check()
  await dialog.getByRole('button', { name: 'Import 1 person' }).click()
  await expect(page.getByText('1 person was added or changed. 1 row was skipped.')).toBeVisible()
  await expect(row(page, 'Kim Import')).toBeVisible()
  await expect(row(page, 'Lee Import')).toHaveCount(0)

  const exporting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect(await readFile(await (await exporting).path(), 'utf8')).toContain('ivy@demo.test')
})

test('the page and its dialogs are accessible', detail, async ({ page }) => {
  await open(page, people.admin)
  expect(await faults(page)).toEqual([])
  const dialogs = {
    'Add User': 'Save',
    'Manage Groups': 'New group',
    Import: 'Choose file',
    'Edit Demo Customer': 'Save',
  }
  for (const [opener, inside] of Object.entries(dialogs)) {
    await page.getByRole('button', { name: opener, exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: inside })).toBeVisible()
    expect(await faults(page, '[role=dialog]'), opener).toEqual([])
    if (opener === 'Manage Groups') {
      await page.getByRole('button', { name: 'Edit Grounds' }).click()
      expect(await faults(page, '[role=dialog]'), 'a group').toEqual([])
    }
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  expect(await faults(page), 'the filter').toEqual([])
})

test('everything fits on a phone', detail, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, people.admin)
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overflow()).toBe(0)
  await page.setViewportSize({ width: 360, height: 780 })
  expect(await overflow()).toBe(0)
  const next = await page.getByRole('button', { name: 'Next page' }).boundingBox()
  const size = await page.getByLabel('Rows per page').boundingBox()
  expect(next?.y).toBe(size?.y)
  await page.getByRole('button', { name: 'Manage Groups' }).click()
  await page.getByRole('button', { name: 'Edit Athletics' }).click()
  for (const select of ['Monday from', 'Monday to']) {
    const box = await page.getByLabel(select).boundingBox()
    expect(box && box.x + box.width).toBeLessThanOrEqual(360)
    expect(box?.width).toBeGreaterThan(110)
  }
})
