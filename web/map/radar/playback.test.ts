import { frameAt, opacities, playbackAfter, startOf, ticksMs, type Playback } from './playback.ts'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

const modes = ['STATIC', 'SCRUB', 'PLAY'] as const
const at = (mode: Playback['mode'], progress: number): Playback => ({ mode, progress })
const press = { kind: 'play-pressed' } as const

test('uses the specification’s numbers', () => {
  expect(opacities).toEqual({ Low: 0.4, Medium: 0.6, High: 1 })
  expect(ticksMs).toEqual({ Slow: 1000, Normal: 750, Fast: 500, 'Very Fast': 115 })
})

test.each([
  ['past', 100],
  ['future', 0],
  ['extended', 0],
  ['future-road-conditions', 0],
] as const)('starts %s at %i, paused', (style, progress) => {
  expect(startOf(style)).toEqual(at('STATIC', progress))
})

describe('the play button', () => {
  it.each([
    ['STATIC', 'PLAY'],
    ['SCRUB', 'PLAY'],
    ['PLAY', 'STATIC'],
  ] as const)('turns %s into %s, at the same frame', (before, after) => {
    expect(playbackAfter(at(before, 40), press)).toEqual(at(after, 40))
  })
})

describe.each(modes)('from %s', mode => {
  it('scrubs with the slider, within its ends', () => {
    expect(playbackAfter(at(mode, 40), { kind: 'slid', progress: 62.5 })).toEqual(at('SCRUB', 62.5))
    expect(playbackAfter(at(mode, 40), { kind: 'slid', progress: 130 })).toEqual(at('SCRUB', 100))
  })

  it('scrubs by 5 with the arrows, within the ends', () => {
    const arrow = (progress: number, direction: 'back' | 'forward') =>
      playbackAfter(at(mode, progress), { kind: 'arrow', direction })
    expect(arrow(40, 'forward')).toEqual(at('SCRUB', 45))
    expect(arrow(40, 'back')).toEqual(at('SCRUB', 35))
    expect(arrow(98, 'forward')).toEqual(at('SCRUB', 100))
    expect(arrow(2, 'back')).toEqual(at('SCRUB', 0))
  })

  it('stops at its frame for another viewport', () => {
    expect(playbackAfter(at(mode, 40), { kind: 'viewport-changed' })).toEqual(at('STATIC', 40))
  })

  it('stops at the start of another radar type', () => {
    expect(playbackAfter(at(mode, 40), { kind: 'type-changed', style: 'past' })).toEqual(at('STATIC', 100))
    expect(playbackAfter(at(mode, 40), { kind: 'type-changed', style: 'future' })).toEqual(at('STATIC', 0))
  })
})

describe('a tick', () => {
  const tick = (playback: Playback, frames: number) => playbackAfter(playback, { kind: 'tick', frames })

  it('advances by 100 divided by the frames, and from the end to the start', () => {
    expect(tick(at('PLAY', 0), 8)).toEqual(at('PLAY', 12.5))
    expect(tick(at('PLAY', 100), 8)).toEqual(at('PLAY', 0))
  })

  it('does nothing while paused or without frames', () => {
    expect(tick(at('STATIC', 40), 8)).toEqual(at('STATIC', 40))
    expect(tick(at('SCRUB', 40), 8)).toEqual(at('SCRUB', 40))
    expect(tick(at('PLAY', 40), 0)).toEqual(at('PLAY', 40))
  })

  it('shows every frame once per loop and holds the last for three ticks, however many there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), frames => {
        let playback = at('PLAY', 0)
        const shown = Array.from({ length: frames + 2 }, () => {
          const frame = frameAt(playback.progress, frames)
          playback = tick(playback, frames)
          return frame
        })
        expect(shown).toEqual([
          ...Array.from({ length: frames }, (_, index) => index),
          frames - 1,
          frames - 1,
        ])
        expect(playback.progress).toBe(0)
      }),
    )
  })
})

test('maps the newest frame to 100 and the oldest to 0, and none without frames', () => {
  expect([frameAt(0, 13), frameAt(100, 13), frameAt(50, 13), frameAt(50, 0)]).toEqual([0, 12, 6, null])
})
