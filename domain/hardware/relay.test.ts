import { expect, it } from 'vitest'
import { desiredRelay, type ManualSetting } from './relay.ts'

it.each<[clause: string, boolean | null, ManualSetting | null, on: boolean | null, isManual: boolean]>([
  ['follows its automation', true, null, true, false],
  ['stands as it is where nobody has said', null, null, null, false],
  ['is as somebody set it', null, { on: true, against: null }, true, true],
  ['is as somebody set it against the automation', true, { on: false, against: true }, false, true],
  [
    'follows again when the automation wants something else',
    false,
    { on: false, against: true },
    false,
    false,
  ],
])('a relay %s', (_, automated, manual, on, isManual) => {
  expect(desiredRelay(automated, manual)).toEqual({ on, isManual })
})
