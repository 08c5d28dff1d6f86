import { firstState, pageAfter, type PageAct, type PageState, type SideMenu } from './page-state.ts'
import { describe, expect, it, test } from 'vitest'

const after = (...acts: PageAct[]): PageState => acts.reduce(pageAfter, firstState())
const norman = { latitude: 35.2, longitude: -97.4 }
const menus: readonly SideMenu[] = ['layer', 'base', 'legend', 'road-conditions', 'options', 'radar']

test('it begins as the specification says', () => {
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

test('layers of an earlier visit are played from their start', () => {
  const choice = { layers: ['road-conditions'], style: 'future-road-conditions' } as const
  expect(firstState(choice)).toMatchObject({ choice, playback: { mode: 'STATIC', progress: 0 } })
})

describe('side menus', () => {
  it.each(menus)('selecting %s opens it, and selecting it again closes it', menu => {
    expect(after({ kind: 'toggle-menu', menu }).menu).toBe(menu)
    expect(after({ kind: 'toggle-menu', menu }, { kind: 'toggle-menu', menu }).menu).toBeNull()
  })

  it('only one is open', () => {
    expect(after({ kind: 'toggle-menu', menu: 'layer' }, { kind: 'toggle-menu', menu: 'base' }).menu).toBe(
      'base',
    )
  })

  it('the legend of roads closes when the roads are gone, other menus stay', () => {
    const roads: PageAct = { kind: 'toggle-layer', layer: 'road-conditions' }
    expect(after(roads, { kind: 'toggle-menu', menu: 'road-conditions' }, roads).menu).toBeNull()
    expect(after(roads, { kind: 'toggle-menu', menu: 'layer' }, roads).menu).toBe('layer')
  })
})

describe('tools', () => {
  const measure: PageAct = { kind: 'toggle-tool', tool: 'measure' }
  const observe: PageAct = { kind: 'toggle-tool', tool: 'observation' }

  it('measuring and observing exclude each other', () => {
    expect(after(measure, observe).tool).toBe('observation')
    expect(after(observe, measure).tool).toBe('measure')
  })

  it('leaving observation mode clears the observation, and what was measured goes with its tool', () => {
    const picked = { kind: 'observation', at: norman } as const
    expect(after(observe, { kind: 'pick', picked }, observe).picked).toBeNull()
    expect(after(observe, { kind: 'pick', picked }, measure).picked).toBeNull()
    const measured = after(measure, { kind: 'measure', at: norman }, { kind: 'measure', at: norman })
    expect(measured.measured).toHaveLength(2)
    expect(pageAfter(measured, measure).measured).toEqual([])
  })

  it('the same again ends it', () => {
    expect(after(measure, measure).tool).toBeNull()
  })
})

describe('playback', () => {
  const playing: PageAct = { kind: 'play', step: { kind: 'play-pressed' } }

  it('another style stops it and goes to its start', () => {
    expect(after(playing, { kind: 'choose-style', style: 'future' }).playback).toEqual({
      mode: 'STATIC',
      progress: 0,
    })
  })

  it('roads stop it too, and radar brings the newest past back', () => {
    const roads: PageAct = { kind: 'toggle-layer', layer: 'road-conditions' }
    expect(after(playing, roads).playback).toEqual({ mode: 'STATIC', progress: 0 })
    expect(after(roads, { kind: 'toggle-layer', layer: 'radar' }).playback).toEqual({
      mode: 'STATIC',
      progress: 100,
    })
  })

  it('goes on when something else is changed', () => {
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

test('what was clicked is told of until its layer is turned off', () => {
  const storms: PageAct = { kind: 'toggle-layer', layer: 'storm-vectors' }
  const alerts: PageAct = { kind: 'toggle-layer', layer: 'nws-alerts' }
  const picked = { kind: 'storm', id: 'A1' } as const
  expect(after(storms, { kind: 'pick', picked }, alerts).picked).toEqual(picked)
  expect(after(storms, { kind: 'pick', picked }, storms).picked).toBeNull()
})
