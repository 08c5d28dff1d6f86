import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { sql } from 'kysely'
import { silentLog } from '#server/platform/log'
import { openStore } from '#server/platform/store/index'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { openEdit, openNew, save } from './steps/location-form-page.ts'
import { openAs, people } from './steps/people.ts'
import { serverEnvironment } from './servers/server.ts'

test.slow() // filling in a form takes many small steps, and all tests share two cores

async function locationsNamed(label: string): Promise<number> {
  const dataDir = resolve(serverEnvironment.DATA_DIR)
  const store = await openStore({ databaseUrl: undefined, dataDir, log: silentLog, beside: true })
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from locations where label = ${label}`.execute(store.db)
  await store.close()
  return rows[0]?.n ?? 0
}

test(
  'a double click saves once, an error stays visible, and no change is discarded without a prompt',
  detail,
  async ({ page, context }) => {
    await openAs(page, people.assistant)
    const form = await openNew(page)
    await form.getByLabel('Location Name*').fill('Twice Field')
    await form.getByLabel('Latitude').fill('35.2226')
    await form.getByLabel('Longitude').fill('-97.4395')
    await expect(form.getByLabel('Address')).toHaveValue(/Norman, OK$/)

    // Without a network the button responds and shows why nothing was saved.
    await context.setOffline(true)
    await save(form)
    const notSaved = form.getByText('Not saved. The server did not respond.')
    await expect(notSaved).toBeVisible()
    await page.getByRole('button', { name: /^Dismiss: Error adding location/ }).click()
    await form.getByLabel('Location Name*').fill('Twice Field 2')
    await expect(notSaved).toBeVisible()
    await context.setOffline(false)

    // The response is lost. Another click and a double click still create only one location.
    const keys: (string | undefined)[] = []
    await page.route('**/location/Add', async route => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await save(form)
    await expect(notSaved).toBeVisible()
    await expect.poll(() => keys.length).toBe(1)
    await form.getByRole('button', { name: 'Save' }).dblclick()
    await expect(form).toBeHidden()
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
    expect(keys[0]).toMatch(/^[\w-]{36}$/)
    expect(await locationsNamed('Twice Field 2')).toBe(1)

    // Uses two tabs. The second person to save is asked only about fields that both people changed.
    const there = await context.newPage()
    await openAs(there, people.assistant)
    const theirs = await openEdit(there, 'Twice Field 2')
    const mine = await openEdit(page, 'Twice Field 2')
    await theirs.getByLabel('Alerts').click()
    await theirs.getByLabel('Location Name*').fill('Their Field')
    await save(theirs)
    await expect(theirs).toBeHidden()
    await there.close()
    await mine.getByLabel('Location Name*').fill('My Field')
    await save(mine)
    const both = mine.getByRole('region', { name: 'Someone else changed this after you opened it.' })
    await expect(both.getByRole('row', { name: 'Location Name My Field Their Field' })).toBeVisible()
    await expect(both.getByRole('row')).toHaveCount(2)
    await expect(mine.getByRole('button', { name: 'Save' })).toBeDisabled()
    expect(await faults(page, '[role=dialog]')).toEqual([])
    await both.getByRole('button', { name: 'Keep mine' }).click()
    await expect(mine).toBeHidden()

    // Every way to leave a changed form prompts first. An unchanged form closes without a prompt.
    const again = await openEdit(page, 'My Field')
    await expect(again.getByLabel('Alerts')).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expect(again).toBeHidden()

    // A field that only one person changed is saved without a prompt and without undoing anything.
    const other = await context.newPage()
    await openAs(other, people.assistant)
    const first = await openEdit(other, 'My Field')
    const second = await openEdit(page, 'My Field')
    await first.getByLabel('Alerts').click()
    await save(first)
    await expect(first).toBeHidden()
    await other.close()
    await second.getByLabel('Forecast location').click()
    await save(second)
    await expect(second).toBeHidden()
    await openEdit(page, 'My Field')
    await expect(again.getByLabel('Alerts')).toBeChecked()
    await expect(again.getByLabel('Forecast location')).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(again).toBeHidden()
    await openEdit(page, 'My Field')
    await again.getByLabel('Location Name*').fill('Other Field')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    const ways = [
      () => page.keyboard.press('Escape'),
      () => again.getByRole('button', { name: 'Cancel' }).click(),
      () => again.getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(5, 400),
    ]
    for (const leave of ways) {
      await leave()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(question).toBeHidden()
      await expect(again.getByLabel('Location Name*')).toHaveValue('Other Field')
    }
    page.once('dialog', asked => void asked.dismiss())
    const asked = page.waitForEvent('dialog')
    void page.close({ runBeforeUnload: true })
    expect((await asked).type()).toBe('beforeunload')
    await again.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(again).toBeHidden()

    await openEdit(page, 'My Field')
    await again.getByRole('button', { name: 'Delete Location' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByRole('article', { name: 'My Field' })).toBeHidden()
  },
)

test('leaving a changed page by a link or Back prompts first', detail, async ({ page }) => {
  await openAs(page, people.assistant)
  await page.getByRole('button', { name: /account of/i }).click()
  await page.getByRole('menuitem', { name: /profile/i }).click()
  const name = page.getByLabel('First Name')
  const before = await name.inputValue()
  await name.fill('Somebody')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  const keep = question.getByRole('button', { name: 'Keep editing' })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Policies' }).click()
  await keep.click()
  await page.goBack()
  await keep.click()
  await expect(page).toHaveURL(/Profile$/)
  await expect(name).toHaveValue('Somebody')
  await page.goBack()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goForward()
  await expect(name).toHaveValue(before)
})
