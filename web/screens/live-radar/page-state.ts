import type { Point } from '#domain/geo/distance'
import {
  firstChoice,
  toggledLayer,
  type LayerChoice,
  type MapLayer,
  type RadarStyle,
} from '#web/map/radar/layer-choice.ts'
import {
  playbackAfter,
  startOf,
  type OpacityName,
  type Playback,
  type PlaybackStep,
  type SpeedName,
} from '#web/map/radar/playback.ts'
import type { Picked, MapTool } from '#web/map/weather/picked.ts'

export type SideMenu = 'layer' | 'base' | 'legend' | 'road-conditions' | 'options' | 'radar'

export interface PageState {
  readonly choice: LayerChoice
  readonly opacity: OpacityName
  readonly speed: SpeedName
  readonly playback: Playback
  readonly menu: SideMenu | null
  readonly tool: MapTool | null
  readonly measured: readonly Point[]
  readonly picked: Picked | null
  /** All of the viewer's locations with their rings. */
  readonly showsPlaces: boolean
}

export type PageAct =
  | { readonly kind: 'toggle-layer'; readonly layer: MapLayer }
  | { readonly kind: 'choose-style'; readonly style: RadarStyle }
  | { readonly kind: 'choose-opacity'; readonly opacity: OpacityName }
  | { readonly kind: 'choose-speed'; readonly speed: SpeedName }
  | { readonly kind: 'play'; readonly step: PlaybackStep }
  | { readonly kind: 'toggle-menu'; readonly menu: SideMenu }
  | { readonly kind: 'toggle-tool'; readonly tool: MapTool }
  | { readonly kind: 'measure'; readonly at: Point }
  | { readonly kind: 'pick'; readonly picked: Picked | null }
  | { readonly kind: 'toggle-places' }

export function firstState(choice: LayerChoice = firstChoice): PageState {
  return {
    choice,
    opacity: 'High',
    speed: 'Normal',
    playback: startOf(choice.style),
    menu: null,
    tool: null,
    measured: [],
    picked: null,
    showsPlaces: true,
  }
}

export function pageAfter(state: PageState, act: PageAct): PageState {
  switch (act.kind) {
    case 'toggle-layer':
      return withChoice(state, toggledLayer(state.choice, act.layer))
    case 'choose-style':
      return withChoice(state, { ...state.choice, style: act.style })
    case 'choose-opacity':
      return { ...state, opacity: act.opacity }
    case 'choose-speed':
      return { ...state, speed: act.speed }
    case 'play':
      return { ...state, playback: playbackAfter(state.playback, act.step) }
    case 'toggle-menu':
      return { ...state, menu: state.menu === act.menu ? null : act.menu }
    case 'toggle-tool':
      // Switching tools, or putting one away, discards the tool's results.
      return { ...state, tool: state.tool === act.tool ? null : act.tool, measured: [], picked: null }
    case 'measure':
      return { ...state, measured: [...state.measured, act.at] }
    case 'pick':
      return { ...state, picked: act.picked }
    case 'toggle-places':
      return { ...state, showsPlaces: !state.showsPlaces }
  }
}

const layerOf: Readonly<Record<Picked['kind'], MapLayer | null>> = {
  observation: null,
  station: null,
  alerts: 'nws-alerts',
  storm: 'storm-vectors',
  strike: 'lightning',
  tropical: 'tropical-forecast',
}

/** Playback starts over when another radar style is chosen. A popup or menu disappears when its layer is turned off. */
function withChoice(state: PageState, choice: LayerChoice): PageState {
  const isOther = choice.style !== state.choice.style
  const isOn = (layer: MapLayer | null) => layer === null || choice.layers.includes(layer)
  return {
    ...state,
    choice,
    playback: isOther
      ? playbackAfter(state.playback, { kind: 'type-changed', style: choice.style })
      : state.playback,
    menu: state.menu === 'road-conditions' && !isOn('road-conditions') ? null : state.menu,
    picked: state.picked && isOn(layerOf[state.picked.kind]) ? state.picked : null,
  }
}
