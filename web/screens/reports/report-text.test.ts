import { contentInWords, reportStateOf, stationsInWords } from './report-text.ts'
import type { Report } from '#contract/messages/reports'
import { expect, test } from 'vitest'

const ready: Report = {
  id: 1,
  name: 'July',
  state: 'Ready',
  progress: 100,
  because: null,
  requestedAt: '2026-08-03T15:00:00Z',
  requestedBy: { id: 'a', fullName: 'Ann' },
  isOwn: true,
  finishedAt: '2026-08-03T15:01:00Z',
  expiresAt: '2026-09-02T15:01:00Z',
  stations: ['Pool'],
  dataInterval: 60,
  startDate: '2026-07-01',
  endDate: '2026-07-31',
  recipients: [],
  rowCount: 1230,
  csvUrl: '/csv',
  pdfUrl: '/pdf',
}

test('does not show a finished report as ready after its files are gone', () => {
  expect(reportStateOf(ready)).toBe('Ready')
  expect(reportStateOf({ ...ready, pdfUrl: null })).toBe('Ready')
  expect(reportStateOf({ ...ready, csvUrl: null, pdfUrl: null })).toBe('Expired')
  expect(reportStateOf({ ...ready, state: 'Building', csvUrl: null, pdfUrl: null })).toBe('Building')
})

test('names two stations and counts the others', () => {
  expect(stationsInWords(['Pool', 'Field'])).toBe('Pool, Field')
  expect(stationsInWords(['Pool', 'Field', 'Track', 'Gym'])).toBe('Pool, Field and 2 more')
})

test('describes the content, without rows that are not counted yet', () => {
  const words = (changed: Partial<Report>) => contentInWords({ ...ready, ...changed }).replaceAll(/\s/gu, ' ')
  expect(words({})).toBe('Jul 1 – 31, 2026 · 60 min · 1,230 rows')
  expect(words({ rowCount: 1 })).toBe('Jul 1 – 31, 2026 · 60 min · 1 row')
  expect(words({ rowCount: null, dataInterval: 1440 })).toBe('Jul 1 – 31, 2026 · 24 hour')
})
