import { firstWall, wallAfter, type WallAct } from './wall-state.ts'
import { expect, test } from 'vitest'

const after = (...acts: readonly WallAct[]) => acts.reduce(wallAfter, firstWall('past'))
const pressed: WallAct = { kind: 'play', step: { kind: 'play-pressed' } }
const moved: WallAct = { kind: 'moved' }
const alone: WallAct = { kind: 'left-alone' }

test('plays from the start', () => {
  expect(firstWall('past').playback).toEqual({ mode: 'PLAY', progress: 100 })
  expect(firstWall('future').playback).toEqual({ mode: 'PLAY', progress: 0 })
})

test('stops when the map is moved; when unattended, it plays and returns to its view', () => {
  expect(after(moved)).toMatchObject({ playback: { mode: 'STATIC' }, isMoved: true })
  expect(after(moved, alone)).toMatchObject({ playback: { mode: 'PLAY' }, isMoved: false })
})

test('stops on scrubbing or another radar type until it is unattended', () => {
  const scrubbed: WallAct = { kind: 'play', step: { kind: 'arrow', direction: 'back' } }
  expect(after(scrubbed).playback).toEqual({ mode: 'SCRUB', progress: 95 })
  expect(after(scrubbed, alone).playback).toEqual({ mode: 'PLAY', progress: 95 })
  const future: WallAct = { kind: 'play', step: { kind: 'type-changed', style: 'future' } }
  expect(after(future).playback).toEqual({ mode: 'STATIC', progress: 0 })
  expect(after(future, alone).playback.mode).toBe('PLAY')
})

test('also resumes after a manual pause when unattended', () => {
  expect(after(pressed).playback.mode).toBe('STATIC')
  expect(after(pressed, alone).playback.mode).toBe('PLAY')
  expect(after(pressed, moved, alone).playback.mode).toBe('PLAY')
})

test('closes what was opened when unattended', () => {
  const opened: WallAct = { kind: 'pick', picked: { kind: 'storm', id: 'A7' } }
  expect(after(opened).picked).not.toBeNull()
  expect(after(opened, alone).picked).toBeNull()
})
