import { firstState, pageAfter, type PageAct, type PageState, type SideMenu } from './page-state.ts'
import { describe, expect, it, test } from 'vitest'

const after = (...acts: PageAct[]): PageState => acts.reduce(pageAfter, firstState())
const norman = { latitude: 35.2, longitude: -97.4 }
const menus: readonly SideMenu[] = ['layer', 'base', 'legend', 'road-conditions', 'options', 'radar']

test('starts as specified', () => {
  expect(firstState()).toEqual({
    choice: { layers: ['radar', 'lightning'], style: 'past' },
    opacity: 'High',
    speed: 'Normal',
    playback: { mode: 'STATIC', progress: 100 },
    menu: null,
    tool: null,
    measured: [],
    picked: null,
    showsPlaces: true,
  })
})

test('plays a stored choice of layers from the start', () => {
  const choice = { layers: ['road-conditions'], style: 'future-road-conditions' } as const
  expect(firstState(choice)).toMatchObject({ choice, playback: { mode: 'STATIC', progress: 0 } })
})

describe('side menus', () => {
  it.each(menus)('opens %s when selected, and closes it when selected again', menu => {
    expect(after({ kind: 'toggle-menu', menu }).menu).toBe(menu)
    expect(after({ kind: 'toggle-menu', menu }, { kind: 'toggle-menu', menu }).menu).toBeNull()
  })

  it('allows one open menu', () => {
    expect(after({ kind: 'toggle-menu', menu: 'layer' }, { kind: 'toggle-menu', menu: 'base' }).menu).toBe(
      'base',
    )
  })

  it('closes the road legend when the roads are off, and keeps other menus', () => {
    const roads: PageAct = { kind: 'toggle-layer', layer: 'road-conditions' }
    expect(after(roads, { kind: 'toggle-menu', menu: 'road-conditions' }, roads).menu).toBeNull()
    expect(after(roads, { kind: 'toggle-menu', menu: 'layer' }, roads).menu).toBe('layer')
  })
})

describe('tools', () => {
  const measure: PageAct = { kind: 'toggle-tool', tool: 'measure' }
  const observe: PageAct = { kind: 'toggle-tool', tool: 'observation' }

  it('makes measuring and observing exclusive', () => {
    expect(after(measure, observe).tool).toBe('observation')
    expect(after(observe, measure).tool).toBe('measure')
  })

  it('clears the observation on leaving its mode, and the measurement with its tool', () => {
    const picked = { kind: 'observation', at: norman } as const
    expect(after(observe, { kind: 'pick', picked }, observe).picked).toBeNull()
    expect(after(observe, { kind: 'pick', picked }, measure).picked).toBeNull()
    const measured = after(measure, { kind: 'measure', at: norman }, { kind: 'measure', at: norman })
    expect(measured.measured).toHaveLength(2)
    expect(pageAfter(measured, measure).measured).toEqual([])
  })

  it('turns a tool off when it is selected again', () => {
    expect(after(measure, measure).tool).toBeNull()
  })
})

describe('playback', () => {
  const playing: PageAct = { kind: 'play', step: { kind: 'play-pressed' } }

  it('stops and rewinds for another style', () => {
    expect(after(playing, { kind: 'choose-style', style: 'future' }).playback).toEqual({
      mode: 'STATIC',
      progress: 0,
    })
  })

  it('also stops for roads, and radar restores the newest past frame', () => {
    const roads: PageAct = { kind: 'toggle-layer', layer: 'road-conditions' }
    expect(after(playing, roads).playback).toEqual({ mode: 'STATIC', progress: 0 })
    expect(after(roads, { kind: 'toggle-layer', layer: 'radar' }).playback).toEqual({
      mode: 'STATIC',
      progress: 100,
    })
  })

  it('continues when something else changes', () => {
    const state = after(
      playing,
      { kind: 'toggle-layer', layer: 'nws-alerts' },
      { kind: 'choose-speed', speed: 'Fast' },
      { kind: 'choose-opacity', opacity: 'Low' },
      { kind: 'toggle-places' },
    )
    expect(state).toMatchObject({
      playback: { mode: 'PLAY' },
      speed: 'Fast',
      opacity: 'Low',
      showsPlaces: false,
    })
  })
})

test('shows clicked details until their layer is turned off', () => {
  const storms: PageAct = { kind: 'toggle-layer', layer: 'storm-vectors' }
  const alerts: PageAct = { kind: 'toggle-layer', layer: 'nws-alerts' }
  const picked = { kind: 'storm', id: 'A1' } as const
  expect(after(storms, { kind: 'pick', picked }, alerts).picked).toEqual(picked)
  expect(after(storms, { kind: 'pick', picked }, storms).picked).toBeNull()
})
