import { batteryOf, connectionsOf, disabledWords, doingWords } from './hardware-text.ts'
import { expect, test } from 'vitest'

const minuteMs = 60_000
const noon = Date.parse('2026-07-04T12:00:00Z')
const ago = (minutes: number, from = noon) => new Date(from - minutes * minuteMs).toISOString()

test('treats a siren as healthy for 30 minutes and a station for 15, and shows each one’s age', () => {
  const unit = { modelId: 'OWX', connectedAt: ago(20), isAlertTime: true } as const
  expect(connectionsOf(unit, { lastUpdated: ago(20) }, noon)).toEqual([
    { part: 'Siren', label: 'Healthy', tone: 'good', age: '20 minutes ago' },
    { part: 'Station', label: 'Not Reporting', tone: 'bad', age: '20 minutes ago' },
  ])
})

test('judges a station by its newest report, not its connection', () => {
  const unit = { modelId: 'WXS', connectedAt: ago(1), isAlertTime: false } as const
  expect(connectionsOf(unit, { lastUpdated: ago(16) }, noon)).toMatchObject([
    { part: null, label: 'Not Reporting', age: '16 minutes ago' },
  ])
  expect(connectionsOf(unit, { lastUpdated: null }, noon)).toMatchObject([
    { label: 'Never Connected', age: null },
  ])
  expect(connectionsOf(unit, undefined, noon)).toMatchObject([{ label: 'Healthy', age: '1 minute ago' }])
})

test('schedules silence from 05 to 11 UTC, but never for a siren that may have to sound', () => {
  const six = Date.parse('2026-07-04T06:00:00Z')
  const siren = { modelId: 'OWS', connectedAt: ago(90, six) } as const
  expect(connectionsOf({ ...siren, isAlertTime: false }, undefined, six)).toMatchObject([
    { label: 'Scheduled Offline', age: '2 hours ago' },
  ])
  expect(connectionsOf({ ...siren, isAlertTime: true }, undefined, six)).toMatchObject([
    { label: 'Not Reporting' },
  ])
})

test('treats a battery as healthy from 12.1 volts, and one that never reported as unknown', () => {
  expect(batteryOf(12.1)).toMatchObject({ label: 'Healthy', volts: '12.1 V' })
  expect(batteryOf(12.09)).toMatchObject({ label: 'Low', tone: 'bad', volts: '12.09 V' })
  expect(batteryOf(12.04)).toMatchObject({ label: 'Low', volts: '12.0 V' })
  expect(batteryOf(null)).toMatchObject({ label: 'Unknown', volts: null })
})

test('shows which part of a unit is switched off', () => {
  const unit = { modelId: 'OWX', enabled: true, sirenEnabled: true } as const
  expect(disabledWords(unit)).toBeNull()
  expect(disabledWords({ ...unit, sirenEnabled: false })).toBe('OWS Disabled')
  expect(disabledWords({ ...unit, enabled: false, sirenEnabled: false })).toBe('Disabled')
})

test('shows a real warning, and never a test as one', () => {
  expect(doingWords({ doing: 'warning', isTest: false })).toBe('Warning is sounding')
  expect(doingWords({ doing: 'warning', isTest: true })).toBeNull()
  expect(doingWords({ doing: 'nothing', isTest: false })).toBeNull()
})
