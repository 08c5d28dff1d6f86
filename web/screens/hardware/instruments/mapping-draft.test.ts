import { chooseField, mappingRows, previewOf } from './mapping-draft.ts'
import { describe, expect, it } from 'vitest'

describe('a mapping', () => {
  const fields = [
    { path: 't', value: '21.5' },
    { path: 'note', value: 'hello' },
  ]
  it('lists the fields of the last message, and those that no longer arrive', () => {
    const rows = mappingRows(fields, [
      { path: 't', measure: 'temperatureF', unit: '°C' },
      { path: 'old', measure: 'windMph', unit: 'm/s' },
    ])
    expect(rows.map(row => [row.path, row.measure, previewOf(row)])).toEqual([
      ['t', 'temperatureF', '70.7 °F'],
      ['note', null, null],
      ['old', 'windMph', null],
    ])
  })
  it('has no preview for text or for an empty value', () => {
    const row = { path: 'x', measure: 'temperatureF', unit: '°C' } as const
    expect([previewOf({ ...row, sent: 'hello' }), previewOf({ ...row, sent: '' })]).toEqual([null, null])
  })
  it('gives each value one field', () => {
    const first = chooseField([], 't', 'temperatureF')
    expect(first).toEqual([{ path: 't', measure: 'temperatureF', unit: '°F' }])
    expect(chooseField(first, 'u', 'temperatureF', '°C')).toEqual([
      { path: 'u', measure: 'temperatureF', unit: '°C' },
    ])
    expect(chooseField(first, 't', null)).toEqual([])
  })
})
