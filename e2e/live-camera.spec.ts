import { spawnSync } from 'node:child_process'
import { expect, test, type Page } from '@playwright/test'
import { getConsumedMinutes, listCameraLogs, listCameras } from '#contract/devices/cameras'
import { faults } from './steps/axe.ts'
import { detail } from './steps/detail.ts'
import { openAs, people } from './steps/people.ts'

const noFfmpeg = spawnSync('ffmpeg', ['-version']).status !== 0
const picker = (page: Page) => page.getByLabel('Camera', { exact: true })
const yard = {
  id: 7,
  name: 'Yard',
  customerId: 2,
  customerName: 'Demo Parks and Schools',
  kind: 'rtsp',
  address: 'rtsp://10.0.0.7/1',
  userName: null,
  hasPassword: false,
  version: 1,
}
const usage = {
  id: 2,
  liveStreamMinutes: 600,
  consumedMinutes: 65,
  consumedSeconds: 3900,
  isExhausted: false,
  unavailable: null,
  hasSimulated: false,
  version: 1,
}
const pathOf = ({ path }: { path: string }) => `**${path.replace('{id}', '*')}*`

/** Mocks the responses to everything that the page requests about cameras. */
async function give(page: Page, answers: { cameras?: unknown[]; usage?: object; logs?: unknown[] } = {}) {
  const { cameras = [yard], logs = [] } = answers
  await page.route(pathOf(listCameras), route => route.fulfill({ json: { data: cameras } }))
  await page.route(pathOf(getConsumedMinutes), route =>
    route.fulfill({ json: { data: { ...usage, ...answers.usage } } }),
  )
  await page.route(pathOf(listCameraLogs), route => route.fulfill({ json: { data: logs } }))
}

test('a camera can be watched live, and the logs record who watched it', async ({ page }) => {
  test.skip(noFfmpeg, 'ffmpeg is not installed on this machine')
  await openAs(page, people.admin, '/LiveCamera')
  await expect(page.getByRole('heading', { level: 1, name: 'Live Camera' })).toBeVisible()
  await expect(page.getByText('Select a camera.', { exact: true })).toBeVisible()
  await expect(page.getByText(/^You have used \d+h \d+m of 10h this month\.$/)).toBeVisible()
  expect(await faults(page)).toEqual([])

  const playlist = page.waitForResponse(
    answer => /\/Stream\/hls\/.+\.m3u8$/.test(answer.url()) && answer.ok(),
  )
  const piece = page.waitForResponse(answer => /\/Stream\/hls\/.+\.ts$/.test(answer.url()) && answer.ok())
  await picker(page).selectOption('Norman Stadium Camera')
  await expect(page.getByRole('heading', { name: 'Norman Stadium Camera' })).toBeVisible()
  await expect(page.getByText('Connecting to camera...')).toBeVisible()
  await expect(page.getByText('This might take up to 30 seconds to complete.')).toBeVisible()
  // Not every Chromium plays H.264. The server is responsible only for delivering the segments to the player.
  await Promise.all([playlist, piece])
  await expect(page.getByLabel('Live video of Norman Stadium Camera')).toBeVisible()

  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText('Select a camera.', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Camera Logs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Live Camera - Logs' })).toBeVisible()
  await expect(page.getByText('Allowed this month: 10 hours 0 minutes')).toBeVisible()
  await expect(page.getByText(/^Consumed: 0 hours \d+ minutes?$/)).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Norman Stadium Camera' }).first()).toBeVisible()
  await expect(page.getByRole('img', { name: 'Minutes watched for each camera' })).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.getByRole('link', { name: 'Live Camera' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Live Camera', exact: true })).toBeVisible()
})

test('a camera is added with a test image, edited and removed', async ({ page }) => {
  test.skip(noFfmpeg, 'ffmpeg is not installed on this machine')
  await openAs(page, people.admin, '/LiveCamera')
  await page.getByRole('button', { name: 'Add camera' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name', { exact: false }).first().fill('Buffalo Ramp')
  await dialog.getByLabel('Type').selectOption('Simulated')
  await dialog.getByLabel('Latitude and longitude').fill('42.8864, -78.8784')
  await dialog.getByRole('button', { name: 'Test picture' }).click()
  await expect(dialog.getByAltText('What the camera shows')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(picker(page).getByRole('option', { name: 'Buffalo Ramp' })).toBeAttached()

  await page.getByRole('button', { name: 'Edit Buffalo Ramp' }).click()
  await dialog.getByLabel('Name', { exact: false }).first().fill('Buffalo Dock')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Delete Buffalo Dock' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(picker(page).getByRole('option', { name: 'Buffalo Dock' })).toHaveCount(0)
})

test('the page explains why there is nothing to watch', detail, async ({ page }) => {
  await page.route(pathOf(listCameras), route => route.fulfill({ status: 500, json: {} }))
  await openAs(page, people.admin, '/LiveCamera')
  await expect(page.getByText('Unable to load cameras.')).toBeVisible()

  let answer = () => {}
  const answered = new Promise<void>(resolve => (answer = resolve))
  await give(page)
  await page.route(pathOf(listCameras), async route => {
    await answered
    await route.fulfill({ json: { data: [] } })
  })
  await page.reload()
  await expect(picker(page)).toBeDisabled()
  await expect(picker(page)).toContainText('Fetching available cameras...')
  answer()
  await expect(page.getByText('Your organization does not have a live camera feed.')).toBeVisible()

  await page.unrouteAll()
  await give(page, { usage: { isExhausted: true, consumedSeconds: 36_000, unavailable: 'No ffmpeg here.' } })
  await page.reload()
  await expect(page.getByText('You have used 10h 0m of 10h this month.')).toBeVisible()
  await expect(picker(page)).toBeDisabled()
  await expect(page.getByText('Select a camera.', { exact: true })).toHaveCount(0)
  await expect(page.getByText('No ffmpeg here.')).toBeVisible()
})

test('an idle viewer is prompted, and disconnected without a response', detail, async ({ page }) => {
  await give(page)
  await page.clock.install()
  const received: string[] = []
  await page.routeWebSocket(/\/Stream\/ws\/7$/, socket => {
    socket.onMessage(message => void received.push(String(message)))
    socket.send('Waking up the camera...')
    setTimeout(() => socket.send('https://elsewhere.test/Stream/hls/1.x/index.m3u8'), 2000)
  })
  await page.route('**/Stream/hls/**', route => route.fulfill({ status: 404, body: '' }))
  await openAs(page, people.admin, '/LiveCamera')
  await picker(page).selectOption('Yard')
  await expect(page.getByText('Waking up the camera...')).toBeVisible()
  const video = page.getByLabel('Live video of Yard')
  await expect(video).toBeVisible()
  expect(received.filter(message => message === 'pong').length).toBeGreaterThanOrEqual(2)

  const dialog = page.getByRole('dialog')
  await page.clock.fastForward(181_000)
  await expect(dialog).toContainText(
    /You have been viewing this camera for 3 minutes\. Would you like to continue\? You will be disconnected in \d+ seconds\./,
  )
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(video).toBeVisible()
  await page.clock.fastForward(181_000)
  await expect(dialog).toBeVisible()
  await page.clock.fastForward(31_000)
  await expect(page.getByText('You have been disconnected due to inactivity.')).toBeVisible()
  await expect(video).toHaveCount(0)
  await expect(picker(page)).toHaveValue('')
  await picker(page).selectOption('Yard')
  await expect(page.getByText('You have been disconnected due to inactivity.')).toHaveCount(0)
})

test('a closed connection shows its reason, or that the camera is unreachable', detail, async ({ page }) => {
  await give(page)
  let reason: string | undefined = 'You opened this camera in another window.'
  await page.routeWebSocket(
    /\/Stream\/ws\/7$/,
    socket => void socket.close({ code: 4000, reason: reason ?? '' }),
  )
  await openAs(page, people.admin, '/LiveCamera')
  await picker(page).selectOption('Yard')
  await expect(page.getByText('You opened this camera in another window.')).toBeVisible()
  reason = undefined
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Unable to connect to camera.')).toBeVisible()
})

test('the logs show an empty month, and usage above the limit', detail, async ({ page }) => {
  await give(page, { usage: { consumedSeconds: 36_060 } })
  await openAs(page, people.admin, '/LiveCamera/Logs/2')
  await expect(page.getByText('No logs found for this month.')).toBeVisible()
  await expect(page.getByText('Consumed: 10 hours 1 minute')).toHaveAttribute('data-over', 'true')
  await expect(page.getByLabel('Month').getByRole('option')).toHaveCount(6)
  const entry = (id: number) => ({
    id,
    cameraFeedName: `Camera ${id % 3}`,
    userName: 'Ada Moss',
    start: '2026-11-01T12:00:00Z',
    duration: 60 * id,
  })
  await give(page, { logs: Array.from({ length: 12 }, (_, index) => entry(index + 1)) })
  await page.getByLabel('Month').selectOption({ index: 1 })
  await expect(page.getByText('1–10 of 12')).toBeVisible()
  await expect(page.getByLabel('Rows per page').getByRole('option')).toHaveText(['10', '25', '50'])
  await page.getByRole('listitem').filter({ hasText: 'Camera 0' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('Camera 030m 0s')
})
