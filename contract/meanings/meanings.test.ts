import { areas } from './by-area.ts'
import { meaningOf, meaningsForAll } from './meanings.ts'
import { expect, test } from 'vitest'

test('describes a line of an imported table as a table row, not as a line on a map', () => {
  expect(meaningOf('importUsers', 'rows.line')).toMatch(/^Line of the table/)
})

test('no field is described twice, because one of the descriptions would be lost', () => {
  const names = [meaningsForAll, ...areas].flatMap(Object.keys)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test.each([
  ['readAudit', 'at', 'Time, in UTC'],
  ['stationImage', 'at', 'Any value. A different value each time prevents cached responses'],
  ['getMapGrounds', 'styles.satellite', 'Replaces the satellite base map'],
  ['proactiveForecasts', 'forecastType', 'Type of message'],
  ['createWidget', 'widgetForecasts.forecastType', 'hourly or daily'],
  ['listCameraLogs', 'duration', 'How long it was watched, in seconds'],
  ['getSiren', 'alertTimes', 'When it may sound, in the location’s local time'],
  ['getHardware', 'weatherStationId', 'ID of the customer’s weather station; null if none'],
  ['getInstrument', 'health.model', 'Model, as the instrument reports it; null if it does not'],
  ['massHistory', 'sender', 'Name of the person who sent it'],
  ['createScenarioMapping', 'policyGroupId', 'ID of the user group whose policies trigger the scenario'],
])('%s describes its own %s', (call, path, meaning) => expect(meaningOf(call, path)).toBe(meaning))
