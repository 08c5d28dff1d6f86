import type { Page } from '@playwright/test'
import type { Report } from '#contract/messages/reports'

const ann = { id: '8c7e2f0a-2a41-4a53-9d3e-0d1f5b0c1b01', fullName: 'Ann Archer' }

/** A finished report, with overrides from the test. */
export function givenReport(changed: Partial<Report>): Report {
  return {
    id: 1,
    name: 'July',
    state: 'Ready',
    progress: 100,
    because: null,
    requestedAt: '2026-08-03T14:01:00.000Z',
    requestedBy: ann,
    isOwn: true,
    finishedAt: '2026-08-03T14:02:00.000Z',
    expiresAt: '2026-09-02T14:02:00.000Z',
    stations: ['Norman High School'],
    dataInterval: 60,
    startDate: '2026-07-01',
    endDate: '2026-07-31',
    recipients: [],
    rowCount: 230,
    csvUrl: '/api/reports/Csv/1?expires=1&key=none',
    pdfUrl: '/api/reports/Pdf/1?expires=1&key=none',
    ...changed,
  }
}

const unfinished = { csvUrl: null, pdfUrl: null, finishedAt: null, expiresAt: null, rowCount: null }

/** One report in each state. */
export const everyState: readonly Report[] = [
  givenReport({ id: 5, name: 'In line', state: 'Waiting', progress: 0, ...unfinished }),
  givenReport({ id: 4, name: 'In work', state: 'Building', progress: 42, ...unfinished }),
  givenReport({ id: 3, name: 'Finished' }),
  givenReport({
    id: 2,
    name: 'Given up',
    state: 'Failed',
    because: 'The stations have no data for these dates.',
    isOwn: false,
    ...unfinished,
  }),
  givenReport({ id: 1, name: 'Long ago', csvUrl: null, pdfUrl: null }),
]

/** Makes the page show these reports, whatever the server has. */
export async function giveReports(page: Page, reports: readonly Report[]) {
  await page.route('**/api/reports', route => route.fulfill({ json: { data: reports } }))
}

const names = ['Ann Archer', 'Bob Baker', 'Cem Celik', 'Dora Dunn', 'Eve Ellis', 'Finn Ford']

/** Makes the page offer one user group of six people as recipients. */
export async function giveRecipients(page: Page) {
  const users = names.map((fullName, index) => ({ id: ann.id.replace(/..$/, `1${index}`), fullName }))
  await page.route('**/api/reports/Recipients', route =>
    route.fulfill({ json: { data: [{ siteId: 1, siteName: 'Grounds', users }] } }),
  )
}
