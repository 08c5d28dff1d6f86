import { describe, expect, it } from 'vitest'
import type { EchoAround } from '#domain/radar/around'
import { isDryByRadar, isLowBeamAt } from './dry-radar.ts'

const minuteMs = 60_000
const nowMs = 1_800_000_000_000
const at = (minutesAgo: number, more: Partial<EchoAround> = {}): EchoAround => {
  return { validMs: nowMs - minutesAgo * minuteMs, strongestDbz: null, isSeen: true, ...more }
}

describe('dry by radar', () => {
  it.each([
    ['without images', [], null],
    ['with images of the whole quarter of an hour', [at(3), at(8), at(13), at(18)], true],
    ['in any order', [at(13), at(3), at(18), at(8)], true],
    ['with one missing in between', [at(3), at(13), at(18)], null],
    ['with too short a past', [at(3), at(8), at(13)], null],
    ['with old images', [at(11), at(16), at(21)], null],
    ['with images of the future alone', [at(-30)], null],
    ['where a part is not seen', [at(3), at(8, { isSeen: false }), at(13), at(18)], null],
    ['with the weakest rain a while ago', [at(3), at(8), at(13, { strongestDbz: 5 }), at(18)], false],
    ['with rain before that', [at(3), at(8), at(15), at(20, { strongestDbz: 40 })], true],
    ['with rain where a part is not seen', [at(3, { strongestDbz: 20, isSeen: false })], false],
    ['with rain before a gap', [at(3), at(13, { strongestDbz: 20 })], null],
  ] as const)('%s', (_, around, expected) => {
    expect(isDryByRadar(around, nowMs)).toBe(expected)
  })
  it('needs a radar nearby, whose beam is low', () => {
    expect(isLowBeamAt({ latitude: 35.2, longitude: -97.44 })).toBe(true) // Norman, beside KTLX
    expect(isLowBeamAt({ latitude: 44.1, longitude: -102.1 })).toBe(true)
    expect(isLowBeamAt({ latitude: 43.4, longitude: -118.9 })).toBe(false) // southeastern Oregon
    expect(isLowBeamAt({ latitude: 48.2, longitude: 16.4 })).toBe(false)
  })
})
