import { describe, expect, it } from 'vitest'
import {
  batteryHealth,
  clockFault,
  connectionHealth,
  roundedVolts,
  type ConnectionHealth,
  type DevicePart,
} from './health.ts'

const minuteMs = 60_000
/** Noon, UTC. */
const noonMs = Date.UTC(2026, 6, 1, 12)
const atHour = (hour: number, minute = 0) => Date.UTC(2026, 6, 1, hour, minute)

describe('a connection', () => {
  it.each<[DevicePart, minutes: number, ConnectionHealth]>([
    ['siren', 29.99, 'Healthy'],
    ['siren', 30, 'Not Reporting'],
    ['station', 14.99, 'Healthy'],
    ['station', 15, 'Not Reporting'],
  ])('of a %s that was last heard of %d minutes ago is %s', (part, minutes, health) => {
    const connection = { part, lastHeardMs: noonMs - minutes * minuteMs, isAlertTime: false }
    expect(connectionHealth(connection, noonMs)).toBe(health)
  })

  it.each([
    [4, 59, 'Not Reporting'],
    [5, 0, 'Scheduled Offline'],
    [10, 59, 'Scheduled Offline'],
    [11, 0, 'Not Reporting'],
  ] as const)('that is stale at %d:%d UTC is %s', (hour, minute, health) => {
    const nowMs = atHour(hour, minute)
    const connection = { part: 'siren', lastHeardMs: nowMs - 40 * minuteMs, isAlertTime: false } as const
    expect(connectionHealth(connection, nowMs)).toBe(health)
  })

  it('is never expected to be silent while the siren may have to sound', () => {
    const connection = { part: 'siren', lastHeardMs: atHour(6), isAlertTime: true } as const
    expect(connectionHealth(connection, atHour(7))).toBe('Not Reporting')
  })

  it('is reported as never connected if it never was', () => {
    const connection = { part: 'siren', lastHeardMs: null, isAlertTime: false } as const
    expect(connectionHealth(connection, atHour(7))).toBe('Never Connected')
  })
})

describe('a battery', () => {
  it.each([
    [12.1, 'Healthy'],
    [12.09, 'Low'],
    [null, 'Unknown'],
  ] as const)('of %d volts is %s', (volts, health) => expect(batteryHealth(volts)).toBe(health))
})

describe('a clock', () => {
  it.each([
    [null, null],
    [0, null],
    [-5000, null],
    [5001, '5 seconds fast'],
    [-20_000, '20 seconds slow'],
    [3_600_000, '60 minutes fast'],
    [-10 * 3_600_000, '10 hours slow'],
    [-20_000 * 86_400_000, '20000 days slow'],
  ])('that is ahead by %s ms is %s', (aheadMs, words) => {
    expect(clockFault(aheadMs)).toBe(words)
  })
})

describe('a voltage', () => {
  it.each([
    [12.800000190734863, 12.8],
    [12.054, 12.05],
    [0, 0],
    [null, null],
  ])('of %d is shown and sent as %d', (measured, rounded) => {
    expect(roundedVolts(measured)).toBe(rounded)
  })
})
