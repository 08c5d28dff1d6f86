import { weatherHeading, sourceWords } from './weather-text.ts'
import type { WeatherSources } from '#web/data/health/status.ts'
import { expect, test } from 'vitest'

type Kind = WeatherSources[number]
type Source = Kind['sources'][number]
const satellite: Source = {
  name: 'GOES lightning mapper (satellite)',
  simulated: false,
  area: 'The Americas',
  license: 'Public domain.',
  provesAbsence: 'where accepted',
}
const alerts: Kind = { kind: 'alerts', sources: [{ ...satellite, name: 'Alerts' }] }
const lightning = (...sources: Source[]): Kind[] => [{ kind: 'lightning', sources }, alerts]
const nothing: Kind[] = [{ kind: 'lightning', sources: [] }]

test.each([
  [lightning({ ...satellite, simulated: true }), 'The weather here is simulated', 'None of it is real.'],
  [nothing, 'No weather source is connected', 'Unknown'],
  [lightning(), 'The weather here is real', 'No source reports lightning'],
  [lightning(satellite), 'The weather here is real', 'until you accept satellites as the only proof'],
  [
    lightning(satellite, { ...satellite, provesAbsence: 'yes' }),
    'The weather here is real',
    'never as clear',
  ],
])('shows administrators which weather is real', (kinds, title, text) => {
  const heading = weatherHeading(kinds)
  expect(heading.title).toBe(title)
  expect(heading.text).toContain(text)
})

test('names what no source reports as unknown', () => {
  expect(sourceWords({ sources: [] })).toBe('Not known: no source reports it')
  expect(sourceWords({ sources: [satellite] })).toBe('GOES lightning mapper (satellite). Public domain.')
})
