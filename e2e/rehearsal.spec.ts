import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { people } from './steps/accounts.ts'
import { OwnServer } from './servers/own-server.ts'
import { openAs } from './steps/people.ts'
import { detail } from './steps/detail.ts'

test(
  'every screen shows a rehearsal until a Super Admin confirms that this server is the real one',
  detail,
  async ({ browser }) => {
    const server = await OwnServer.start()
    const { baseURL } = server
    const page = await browser.newPage({ baseURL })
    const strip = page.getByRole('region', { name: 'Rehearsal' })
    const real = { name: 'This is the real one now' }
    try {
      await openAs(page, people.superAdmin, `${baseURL}/Status`)
      await expect(page.getByRole('heading', { name: 'Status' })).toBeVisible()
      await expect(strip).toHaveCount(0)

      await promisify(execFile)(process.execPath, ['server/admin.ts', 'rehearse'], {
        env: server.environment,
      })
      await expect(strip).toContainText('Rehearsal: nothing is sent from this server')
      await expect(page.getByText('It was made a rehearsal manually.')).toBeVisible()

      const other = await browser.newPage({ baseURL })
      await openAs(other, people.admin, `${baseURL}/Profile`)
      await expect(other.getByRole('region', { name: 'Rehearsal' })).toBeInViewport()
      await expect(other.getByRole('button', real)).toHaveCount(0)
      await other.close()

      await strip.getByRole('button', real).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('Make sure the other Skywarden is off')
      await dialog.getByRole('button', real).click()
      await expect(strip).toHaveCount(0)
      await expect(page.getByText('This is the real Skywarden now')).toBeVisible()
    } finally {
      await page.close()
      await server.stop()
    }
  },
)
