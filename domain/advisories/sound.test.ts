import { expect, it } from 'vitest'
import type { Advisory } from './advisory.ts'
import { soundList } from './sound.ts'
import { standing } from './standing.ts'

const broken: Advisory = {
  id: 'one',
  source: 'test',
  continuity: 'one',
  status: 'Actual',
  messageType: 'Alert',
  event: 'Tornado Warning',
  severity: 'Extreme',
  urgency: 'Immediate',
  certainty: 'Observed',
  senderName: 'NWS',
  headline: null,
  description: '',
  instruction: null,
  areaDescription: '',
  sentMs: NaN,
  onsetMs: NaN,
  expiresMs: NaN,
  endsMs: NaN,
  replaces: [],
  outlines: [
    [
      [0, 0],
      [1, 1],
    ],
    [
      [0, 0],
      [1, 0],
      [NaN, 1],
      [0, 0],
    ],
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
}

it('keeps an alert with invalid times, with times that can be shown and without broken outlines', () => {
  const [sound] = soundList({ source: 'test', asOfMs: 1000, advisories: [broken] }).advisories
  expect(sound).toMatchObject({ sentMs: 1000, onsetMs: 1000, expiresMs: 1000 + 86_400_000, endsMs: null })
  expect(sound?.outlines).toHaveLength(1)
  expect(sound && standing([sound], 2000)).toHaveLength(1)
})

it('leaves a valid alert unchanged', () => {
  const times = { sentMs: 1, onsetMs: 2, expiresMs: 3, endsMs: 4 }
  const sound = { ...broken, ...times, outlines: broken.outlines.slice(2) }
  expect(soundList({ source: 'test', asOfMs: 1000, advisories: [sound] }).advisories).toEqual([sound])
})
