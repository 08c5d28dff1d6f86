import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { delayEvidence } from '#contract/weather/lightning'
import { detail } from './steps/detail.ts'
import { OwnServer } from './servers/own-server.ts'
import { openAs, people } from './steps/people.ts'

let server: OwnServer

test.beforeAll(async () => {
  server = await OwnServer.start()
})
test.afterAll(() => server.stop())
test.slow() // starting its own server takes time

/** Runs `npm run admin -- verify-evidence` and returns its exit code. */
function verify(file: string): Promise<number> {
  return new Promise(resolve => {
    const check = execFile(process.execPath, ['server/admin.ts', 'verify-evidence', file], {
      env: server.environment,
    })
    check.once('exit', code => resolve(code ?? -1))
  })
}

async function keep(page: Page, button: Locator, path: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  await download.saveAs(path)
  return download.suggestedFilename()
}

test(
  'every delay of a location is listed, with evidence to download and verify',
  detail,
  async ({ page }, info) => {
    await openAs(page, people.admin, server.baseURL)
    const norman = page.getByRole('article', { name: 'Norman Stadium' })
    const opener = page.getByRole('button', { name: 'Past delays of Norman Stadium' })
    const sheet = page.getByRole('dialog', { name: 'Past delays of Norman Stadium' })

    await opener.click()
    await expect(sheet).toContainText('No delay yet')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(opener).toBeFocused()

    await server.cover()
    await server.strikeNorman(30 * 60 - 6) // the delay ends in six seconds
    await expect(norman).toHaveAttribute('data-shown', 'Delay')
    await expect(norman).toHaveAttribute('data-shown', 'AllClear')
    await server.strikeNorman()
    await server.strikeNorman()
    await expect(norman).toHaveAttribute('data-shown', 'Delay')

    await opener.click()
    const delays = sheet.getByRole('listitem')
    await expect(delays).toHaveCount(8)
    await expect(delays.first()).toContainText('Ring 1 · ')
    const running = delays.filter({ hasText: 'Ring 1 · ' }).first()
    await expect(running).toContainText('Still running')
    await expect(running).toContainText('2 strikes')
    const ended = delays.filter({ hasText: 'Ring 1 · ' }).last()
    await expect(ended).toContainText(/All Clear at .+ [AP]M [A-Z]{2,5}/)
    await expect(ended).toContainText('Lasted 30 min · 1 strike')
    await expect(sheet).toContainText('To have a file verified, send it to your Skywarden operator.')

    const json = info.outputPath('evidence.json')
    const jsonName = await keep(page, ended.getByRole('button', { name: 'Evidence' }), json)
    expect(jsonName).toMatch(/^Delay-\d+-Norman-Stadium-ring-1-[\dT-]+Z\.json$/)
    const text = await readFile(json, 'utf8')
    const { data } = JSON.parse(text) as { data: unknown }
    const { delay, evidence } = delayEvidence.reply.parse(data)
    expect(delay).toMatchObject({ locationLabel: 'Norman Stadium', ring: 1, strikes: 1 })
    expect(evidence.map(entry => entry.kind)).toEqual(['opened', 'all clear'])
    expect(await verify(json)).toBe(0)
    await writeFile(json, text.replace('"latitude":35.21', '"latitude":35.22'))
    expect(await verify(json)).toBe(1)

    const csv = info.outputPath('evidence.csv')
    const csvName = await keep(page, ended.getByRole('button', { name: 'Table' }), csv)
    expect(csvName).toMatch(/^Delay \d+ Norman Stadium ring 1 [\dT-]+Z\.csv$/)
    const lines = (await readFile(csv, 'utf8')).trim().split(/\r?\n/)
    expect(lines[0]).toMatch(/^\uFEFF?location,ring,radiusMiles/)
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain('Norman Stadium,1,')
  },
)

test('a failed download is reported', detail, async ({ page }) => {
  await openAs(page, people.admin, server.baseURL)
  await server.strikeNorman()
  await page.getByRole('button', { name: 'Past delays of Norman Stadium' }).click()
  await page.route('**/Evidence', route => route.fulfill({ contentType: 'text/html', body: 'a portal' }))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Evidence of the delay of ring 1/ })
    .first()
    .click()
  await expect(page.getByText('Evidence could not be downloaded')).toBeVisible()
})
