import { expect, test, type Locator, type Page } from '@playwright/test'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { openAs, people } from './steps/people.ts'

test.slow() // filling in a form takes many small steps, and all tests share two cores

const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const card = (page: Page, category: string) =>
  page.getByRole('region', { name: category }).getByRole('article')

async function openNew(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Policy' }).click()
  return page.getByRole('dialog', { name: 'Add Policy' })
}

async function choosePolicy(page: Page, form: Locator, name: string) {
  await form.getByRole('combobox', { name: 'Policy*' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

// The provider's own organization has no places, and no other test depends on its policies.
test('an administrator adds policies from the form and from a standard, and edits and deletes them', async ({
  page,
}) => {
  await openAs(page, people.superAdmin, '/Policies')
  await expect(page.getByText("You don't have any policies added")).toBeVisible()
  await expect(page.getByText('Add a policy to continue.')).toBeVisible()

  const form = await openNew(page)
  const save = form.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(form.getByRole('combobox', { name: 'Policy*' })).toBeFocused()
  await expect(form).toContainText('Choose what the policy looks at.')
  await expect(form).toContainText('Notify At is required')
  await expect(form).toContainText('Choose at least one user group.')

  await choosePolicy(page, form, 'Air Quality Index')
  await expect(form).toContainText(
    'Air quality data is available only for locations within 10 miles of a sensor.',
  )
  await choosePolicy(page, form, 'WBGT')
  await expect(form.getByLabel('All Clear*')).toHaveValue('10')
  await form.getByLabel('Notify At*').fill('88.25')
  await form.getByLabel('All Clear*').click()
  await expect(form.getByLabel('Notify At*')).toHaveValue('88.3')
  await form.getByLabel('Notify At*').fill('200')
  await form.getByLabel('All Clear*').fill('5')
  await expect(form).toContainText('Notify At must be from 50 to 120 °F')
  await expect(form).toContainText('All Clear must be from 10 to 1440 whole minutes')
  expect(await faults(page, '[role=dialog]')).toEqual([])

  await form.getByLabel('Notify At*').fill('88')
  await form.getByLabel('All Clear*').fill('30')
  await form.getByLabel('Support').check()
  await form.getByLabel('Additional text', { exact: true }).fill('Rest in the shade.')
  await form.getByLabel('Notify Users').uncheck()
  await expect(form.getByLabel('Notify On All Clear')).toBeHidden()
  await form.getByLabel('Notify Users').check()
  await expect(form.getByLabel('Show on Dashboard')).toBeDisabled()
  await save.click()
  await expect(toast(page, 'Saved')).toBeVisible()
  const heat = card(page, 'Temperature')
  await expect(heat).toHaveCount(1)
  await expect(heat).toContainText('at 88.0 °F or higher')
  await expect(heat).toContainText('All clear after 30 min')
  await expect(heat).toContainText('Support')

  await page.getByRole('button', { name: 'Start from a standard' }).click()
  const chooser = page.getByRole('dialog', { name: 'Start from a standard' })
  await expect(chooser).toContainText('Source: NFHS')
  const nfhs = chooser.getByRole('region', { name: 'NFHS lightning' })
  await nfhs.getByLabel('Lightning Zone 1 at 10 mi or closer').check()
  expect(await faults(page, '[role=dialog]')).toEqual([])
  const addReady = chooser.getByRole('button', { name: 'Add policy' })
  await addReady.click()
  await expect(chooser).toContainText('Choose at least one user group.')
  await chooser.getByLabel('All user groups').check()
  await addReady.click()
  const lightning = card(page, 'Lightning')
  await expect(lightning).toContainText('NFHS lightning')
  await expect(lightning).toContainText('at 10 mi or closer')
  await expect(lightning).toContainText('All user groups')

  await lightning.getByRole('button', { name: /^Edit/ }).click()
  const edit = page.getByRole('dialog', { name: 'Edit policy' })
  await expect(edit.getByRole('combobox', { name: 'Policy*' })).toBeDisabled()
  await edit.getByLabel('Notify At*').fill('6')
  await edit.getByLabel('All Clear*').fill('20')
  await expect(edit).toContainText('Shorter than the 30 minutes that NFHS, NATA, NCAA and NWS advise.')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Updated')).toBeVisible()
  await expect(lightning).toContainText('Less strict than NFHS lightning')
  await lightning.getByLabel(/Less strict than NFHS lightning/).hover()
  await expect(page.getByText(/It warns at 6 mi; the standard calls for action at 10 mi\./)).toBeVisible()

  // Only the server detects that rings are not nested.
  const outer = await openNew(page)
  await choosePolicy(page, outer, 'Lightning Zone 2')
  await outer.getByLabel('Notify At*').fill('5')
  await outer.getByLabel('All user groups').check()
  await outer.getByRole('button', { name: 'Save' }).click()
  await expect(outer).toContainText(
    'Notify At must be at least 7 mi, since Lightning Zone 1 is 6 mi for the same people',
  )
  await expect(toast(page, 'Error adding policy')).toBeVisible()
  await expect(outer).toContainText('Not saved. Check the fields that are marked.')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(outer).toBeVisible()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(outer).toBeHidden()

  await heat.getByRole('button', { name: /^Edit/ }).click()
  await edit.getByLabel('Support').uncheck()
  await expect(edit).toContainText('Without a user group this policy is inactive')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(heat).toContainText('Inactive: no user group')
  expect(await faults(page)).toEqual([])

  for (const shown of [lightning, heat]) {
    const remove = shown.getByRole('button', { name: /^Delete/ })
    await remove.click()
    const removal = page.getByRole('dialog', { name: /^Remove/ })
    await expect(removal).toContainText('This action cannot be undone.')
    await removal.getByRole('button', { name: 'Remove' }).click()
    await expect(shown).toHaveCount(0)
  }
  await expect(toast(page, 'Deleted').first()).toBeVisible()
  await expect(page.getByText("You don't have any policies added")).toBeVisible()
})

test(
  'two people who edit a policy see both versions, and pressing Enter twice saves once',
  detail,
  async ({ page, context }) => {
    await openAs(page, people.other, '/Policies')
    const form = await openNew(page)
    await choosePolicy(page, form, 'Wind Speed')
    await form.getByLabel('Notify At*').fill('61')
    await form.getByLabel('All user groups').check()
    let added = 0
    page.on('request', request => {
      if (request.method() === 'POST' && /\/api\/policy$/i.test(request.url())) added++
    })
    const allClear = form.getByLabel('All Clear*')
    await allClear.evaluate((field: HTMLInputElement) => {
      field.form?.requestSubmit()
      field.form?.requestSubmit()
    })
    await expect(form).toBeHidden()
    const wind = card(page, 'Wind').filter({ hasText: 'at 61 mph' })
    await expect(wind).toHaveCount(1)
    expect(added).toBe(1)

    const there = await context.newPage()
    await openAs(there, people.other, '/Policies')
    const windThere = card(there, 'Wind').filter({ hasText: 'at 61 mph' })
    await windThere.getByRole('button', { name: /^Edit/ }).click()
    await wind.getByRole('button', { name: /^Edit/ }).click()
    const [mine, theirs] = [page, there].map(tab => tab.getByRole('dialog', { name: 'Edit policy' }))
    if (!mine || !theirs) throw new Error('Both tabs have the form open')
    await theirs.getByLabel('All Clear*').fill('45')
    await theirs.getByRole('button', { name: 'Save' }).click()
    await expect(theirs).toBeHidden()
    await there.close()

    await mine.getByLabel('All Clear*').fill('20')
    await mine.getByRole('button', { name: 'Save' }).click()
    const both = mine.getByRole('region', { name: 'Someone else changed this after you opened it.' })
    await expect(both.getByRole('row', { name: 'All Clear 20 min 45 min' })).toBeVisible()
    await expect(both.getByRole('row')).toHaveCount(2)
    expect(await faults(page, '[role=dialog]')).toEqual([])
    await both.getByRole('button', { name: 'Use theirs' }).click()
    await expect(both).toBeHidden()
    await expect(mine.getByLabel('All Clear*')).toHaveValue('45')
    await page.keyboard.press('Escape')
    await expect(mine).toBeHidden()

    await wind.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(wind).toHaveCount(0)
  },
)

test('an Assistant Admin can read their own group’s policies but not add any', detail, async ({ page }) => {
  await openAs(page, people.assistant, '/Policies')
  await expect(card(page, 'Wind').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /Add Policy|standard|^Edit|^Delete/ })).toHaveCount(0)
})

test(
  'changing the innermost zone warns that it sounds sirens, and saves only with Update',
  detail,
  async ({ page }) => {
    await openAs(page, people.admin, '/Policies')
    await card(page, 'Lightning').first().getByRole('button', { name: /^Edit/ }).click()
    const edit = page.getByRole('dialog', { name: 'Edit policy' })
    const warning = page.getByRole('dialog', { name: 'This policy sounds sirens' })
    for (const wrong of ['far', '0']) {
      await edit.getByLabel('Notify At*').fill(wrong)
      await edit.getByRole('button', { name: 'Save' }).click()
      await expect(edit.getByLabel('Notify At*')).toBeFocused()
      await expect(edit).toContainText(/Notify At must be/)
      await expect(warning).toBeHidden()
    }
    await edit.getByLabel('Notify At*').fill('6')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(warning).toContainText('Changing it from 8 to 6 miles may change when they sound.')
    await expect(warning.getByRole('button', { name: 'Update' })).toBeVisible()
    await warning.getByRole('button', { name: 'Cancel' }).click()
    await expect(warning).toBeHidden()
    await expect(edit.getByLabel('Notify At*')).toHaveValue('6')
    await expect(card(page, 'Lightning').first()).toContainText('8 mi')
  },
)

test('everything fits on a phone', detail, async ({ page }) => {
  await openAs(page, people.admin, '/Policies')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(card(page, 'Wind').first()).toBeVisible()
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await width()).toBeLessThanOrEqual(390)
  const form = await openNew(page)
  await expect(form.getByLabel('Grounds')).toBeVisible()
  expect(await width()).toBeLessThanOrEqual(390)
  expect(await faults(page, '[role=dialog]')).toEqual([])
})
