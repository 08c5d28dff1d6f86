import { grouped } from './groups.ts'
import { eventTypes, type Notification } from '#contract/messages/notifications'
import { expect, test } from 'vitest'

let ids = 0
function notified(eventType: Notification['eventType'], more: Partial<Notification> = {}): Notification {
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
  const groups = grouped(eventTypes.map(type => notified(type)))
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
    notified('Proactive Forecast', { correlationId: 'a', message: 'older' }),
    notified('Proactive Forecast', { correlationId: 'b' }),
    notified('Proactive Forecast', { correlationId: 'a', message: 'newer' }),
    notified('Proactive Forecast'),
    notified('Proactive Forecast'),
  ]
  const forecasts = grouped(rows).get('Proactive Forecasts') ?? []
  expect(forecasts).toHaveLength(4)
  expect(
    forecasts.filter(({ correlationId }) => correlationId === 'a').map(({ message }) => message),
  ).toEqual(['newer'])
})

test('never merges policy notifications', () => {
  const rows = [notified('Lightning', { correlationId: 'a' }), notified('Lightning', { correlationId: 'a' })]
  expect(grouped(rows).get('Policy Notifications')).toHaveLength(2)
})

test('sorts newest first', () => {
  const rows = [notified('Wind'), notified('Wind'), notified('Wind')]
  const shown = grouped(rows).get('Policy Notifications') ?? []
  expect(shown.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed())
})
