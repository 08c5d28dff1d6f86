import { askedChoice, notesWith, pictureWords } from './card-layers.ts'
import { firstChoice, toggledLayer, type MapLayer } from '#web/map/radar/layer-choice.ts'
import type { LayerNote } from '#web/map/weather/layer-note.ts'
import { expect, test } from 'vitest'

const asOf = { text: 'as of 3:10 PM CST', isWorry: false }
const notes = new Map<MapLayer, LayerNote>([
  ['radar', asOf],
  ['road-conditions', asOf],
])

test('shows radar by default, with its image’s time', () => {
  expect(pictureWords(notes, firstChoice)).toBe('Radar as of 3:10 PM CST')
  expect(pictureWords(notes, toggledLayer(firstChoice, 'radar'))).toBeNull()
})

test('replaces radar and its caption with roads', () => {
  expect(pictureWords(notes, toggledLayer(firstChoice, 'road-conditions'))).toBe(
    'Road Conditions as of 3:10 PM CST',
  )
})

test('shows a warning and no time for an image that could not be loaded', () => {
  const failed = notesWith(notes, firstChoice, true)
  expect(pictureWords(failed, firstChoice)).toBeNull()
  expect(failed.get('radar')).toEqual({ text: 'not available', isWorry: true })
  expect(notesWith(notes, firstChoice, false)).toBe(notes)
})

test('shows only a warning for data that is too old', () => {
  const old = new Map<MapLayer, LayerNote>([['radar', { text: 'as of 1:10 PM CST, old', isWorry: true }]])
  expect(pictureWords(old, firstChoice)).toBeNull()
})

test('does not fetch lightning twice', () => {
  expect(askedChoice(firstChoice).layers).toEqual(['radar'])
})
