import { expect, test } from '@playwright/test'
import { people } from './steps/accounts.ts'
import { faults } from './steps/axe.ts'
import { OwnServer } from './servers/own-server.ts'
import { openAs } from './steps/people.ts'
import { playQuietSatellites } from './servers/played-satellites.ts'

test('satellites alone show All Clear only after an administrator accepts it, with a note, and a source can be paused', async ({
  browser,
}) => {
  const satellites = await playQuietSatellites()
  const server = await OwnServer.start('none', {
    SKYWARDEN_FEEDS: 'glm',
    FEEDS_CONTACT: 'ops@example.org',
    FEEDS_FROM: satellites.address,
  })
  const { baseURL } = server
  const page = await browser.newPage({ baseURL })
  const card = page.getByRole('article', { name: /Lightning Status/ })
  const dialog = page.getByRole('dialog')
  try {
    await openAs(page, people.admin, `${baseURL}/`)
    await expect(card).toContainText('Satellites alone do not prove All Clear')
    await expect(card).toContainText('Unknown')

    await card.getByRole('button', { name: 'Accept satellite only…' }).click()
    await expect(dialog).toContainText('more than 70% of all flashes')
    const accept = dialog.getByRole('button', { name: 'Accept', exact: true })
    await expect(accept).toBeDisabled()
    expect(await faults(page)).toEqual([])
    await dialog.getByRole('checkbox', { name: 'I have read this and accept it' }).check()
    await accept.click()
    await expect(card.getByText('All Clear', { exact: true }).first()).toBeVisible()
    await expect(card).toContainText('By satellite only, which misses some flashes.')

    await card.getByRole('button', { name: 'About satellite only' }).click()
    await expect(dialog).toContainText('Accepted by')
    await dialog.getByRole('button', { name: 'Stop accepting' }).click()
    await expect(card).toContainText('Satellites alone do not prove All Clear')

    const status = await browser.newPage({ baseURL })
    await openAs(status, people.superAdmin, `${baseURL}/Status`)
    const feed = status.getByRole('listitem', { name: 'GOES lightning mapper (satellite)' })
    await expect(feed).toContainText('Delivering')
    await expect(feed).toContainText(/\d+ requests in the last hour/)
    await expect(feed).toContainText('Public domain')
    await feed.getByRole('button', { name: /^Pause/ }).click()
    await status.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(feed).toContainText('Paused by')
    await feed.getByRole('button', { name: /^Resume/ }).click()
    await expect(feed).not.toContainText('Paused by')
    await status.close()
  } finally {
    await page.close()
    await server.stop()
    await satellites.stop()
  }
})
