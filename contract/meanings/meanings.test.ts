import { areas } from './by-area.ts'
import { meaningOf, meaningsForAll } from './meanings.ts'
import { expect, test } from 'vitest'

test('describes a line of an imported table as such and not as a line on a map', () => {
  expect(meaningOf('importUsers', 'rows.line')).toMatch(/^Line of the table/)
})

test('no field is described in two places, of which one would be lost', () => {
  const names = [meaningsForAll, ...areas].flatMap(Object.keys)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test.each([
  ['readAudit', 'at', 'Time, in UTC'],
  ['stationImage', 'at', 'Any value. A different value each time prevents cached responses'],
  ['getMapGrounds', 'styles.satellite', 'Replaces the satellite base map'],
  ['proactiveForecasts', 'forecastType', 'Type of message'],
  ['createWidget', 'widgetForecasts.forecastType', 'hourly or daily'],
  ['createScenarioMapping', 'policyGroupId', 'ID of the user group whose policies trigger the scenario'],
])('%s describes its own %s', (call, path, meaning) => expect(meaningOf(call, path)).toBe(meaning))
