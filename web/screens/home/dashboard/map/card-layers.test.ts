import { askedChoice, notesWith, pictureWords } from './card-layers.ts'
import { firstChoice, toggledLayer, type MapLayer } from '#web/map/radar/layer-choice.ts'
import type { LayerNote } from '#web/map/weather/layer-note.ts'
import { expect, test } from 'vitest'

const asOf = { text: 'as of 3:10 PM CST', isWorry: false }
const notes = new Map<MapLayer, LayerNote>([
  ['radar', asOf],
  ['road-conditions', asOf],
])

test('radar is on until somebody turns it off, with the time of its picture', () => {
  expect(pictureWords(notes, firstChoice)).toBe('Radar as of 3:10 PM CST')
  expect(pictureWords(notes, toggledLayer(firstChoice, 'radar'))).toBeNull()
})

test('roads take the place of radar, and its words', () => {
  expect(pictureWords(notes, toggledLayer(firstChoice, 'road-conditions'))).toBe(
    'Road Conditions as of 3:10 PM CST',
  )
})

test('a picture that could not be had has no time, and is a worry', () => {
  const failed = notesWith(notes, firstChoice, true)
  expect(pictureWords(failed, firstChoice)).toBeNull()
  expect(failed.get('radar')).toEqual({ text: 'not available', isWorry: true })
  expect(notesWith(notes, firstChoice, false)).toBe(notes)
})

test('what is too old is told as a worry alone', () => {
  const old = new Map<MapLayer, LayerNote>([['radar', { text: 'as of 1:10 PM CST, old', isWorry: true }]])
  expect(pictureWords(old, firstChoice)).toBeNull()
})

test('lightning is not asked for twice', () => {
  expect(askedChoice(firstChoice).layers).toEqual(['radar'])
})
