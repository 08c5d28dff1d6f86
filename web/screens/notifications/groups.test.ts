import { grouped } from './groups.ts'
import { eventTypes, type Notification } from '#contract/notifications'
import { expect, test } from 'vitest'

let ids = 0
function told(eventType: Notification['eventType'], more: Partial<Notification> = {}): Notification {
  ids++
  return {
    id: ids,
    message: 'Something',
    sentUtc: `2026-11-15T12:00:${String(ids).padStart(2, '0')}.000Z`,
    timeZone: 'CST',
    eventType,
    correlationId: null,
    locationId: null,
    locationLabel: null,
    isSimulated: false,
    ...more,
  }
}

test('groups lightning with the policies, and gives administrators’ messages their own group', () => {
  const groups = grouped(eventTypes.map(type => told(type)))
  expect([...groups].map(([title, own]) => [title, own.length])).toEqual([
    ['National Weather Service Alerts', 1],
    ['Proactive Forecasts', 1],
    ['Policy Notifications', eventTypes.length - 3],
    ['Messages', 1],
  ])
  expect([...grouped([]).keys()]).not.toContain('Messages')
})

test('shows a forecast once, at its latest, and always shows one without its own message', () => {
  const rows = [
    told('Proactive Forecast', { correlationId: 'a', message: 'older' }),
    told('Proactive Forecast', { correlationId: 'b' }),
    told('Proactive Forecast', { correlationId: 'a', message: 'newer' }),
    told('Proactive Forecast'),
    told('Proactive Forecast'),
  ]
  const forecasts = grouped(rows).get('Proactive Forecasts') ?? []
  expect(forecasts).toHaveLength(4)
  expect(
    forecasts.filter(({ correlationId }) => correlationId === 'a').map(({ message }) => message),
  ).toEqual(['newer'])
})

test('never merges policy notifications', () => {
  const rows = [told('Lightning', { correlationId: 'a' }), told('Lightning', { correlationId: 'a' })]
  expect(grouped(rows).get('Policy Notifications')).toHaveLength(2)
})

test('sorts newest first', () => {
  const rows = [told('Wind'), told('Wind'), told('Wind')]
  const shown = grouped(rows).get('Policy Notifications') ?? []
  expect(shown.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed())
})
