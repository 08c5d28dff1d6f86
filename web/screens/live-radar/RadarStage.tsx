import { BottomBar } from './bar/BottomBar.tsx'
import { MapControls } from './controls/MapControls.tsx'
import { MeasurePanel } from './controls/MeasurePanel.tsx'
import { Legend, RoadLegend } from './legend/Legend.tsx'
import classes from './LiveRadar.module.css'
import { firstState, pageAfter } from './page-state.ts'
import { Recenter } from './Recenter.tsx'
import { StateChip } from './state/StateChip.tsx'

import { centreOf } from './view.ts'
import type { Location } from '#contract/places/locations'
import type { Point } from '#domain/geo/distance'
import { useMapStations } from '#web/data/devices/stations.ts'
import { fetchPicture } from '#web/data/weather/radar.ts'
import { groundOf, mapStyles, type MapStyle } from '#web/map/colours.ts'
import { Credits } from '#web/map/controls/Credits.tsx'
import { MeasuredLine } from '#web/map/layers/MeasuredLine.tsx'
import { StationLayer } from '#web/map/layers/Stations.tsx'
import { homeZoom, wholePageAt } from '#web/map/home-view.ts'
import { MapCanvas } from '#web/map/MapCanvas.tsx'
import { FrameTime } from '#web/map/radar/FrameTime.tsx'
import { formatChoice, parseChoice } from '#web/map/radar/kept-choice.ts'
import { opacities, type PlaybackStep } from '#web/map/radar/playback.ts'
import { useRadarKeys } from '#web/map/radar/use-radar-keys.ts'
import { useRadarPlayer } from '#web/map/radar/use-radar-player.ts'
import type { Viewport } from '#web/map/viewport.ts'
import { ViewportWatch } from '#web/map/ViewportWatch.tsx'
import type { Picked } from '#web/map/weather/picked.ts'
import { mapLabel } from '#web/map/weather/map-label.ts'
import { Picking } from '#web/map/weather/Picking.tsx'
import { useLayers } from '#web/map/weather/use-layers.ts'
import { useOwnRings } from '#web/map/weather/use-own-rings.ts'
import { WeatherLayers } from '#web/map/weather/WeatherLayers.tsx'
import { Worries } from '#web/map/weather/Worries.tsx'
import { useRemembered } from '#web/parts/browser/use-remembered.ts'
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'

import { useComputedColorScheme } from '@mantine/core'

const parse = (kept: string | null): MapStyle | null =>
  mapStyles.find(([style]) => style === kept)?.[0] ?? null
const format = (style: MapStyle | null) => style ?? ''

/** Returns the base map: light or dark like the page, until a style is chosen. */
function useBase(): readonly [MapStyle, (style: MapStyle) => void] {
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const [chosen, choose] = useRemembered('skywarden:base-map', parse, format)
  return [chosen ?? theme, choose]
}

interface RadarStageProps {
  locations: readonly Location[]
  selected: Location | null
  /** The viewer's. */
  zone: string
}

const still = { playback: { mode: 'STATIC', progress: 0 }, speed: 'Normal' } as const

/** Renders the map with everything on and around it. Loaded separately, because it brings in all of MapLibre. */
export function RadarStage({ locations, selected, zone }: RadarStageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const [kept, keep] = useRemembered('skywarden:map-layers', parseChoice, formatChoice)
  const [state, act] = useReducer(pageAfter, kept, firstState)
  useEffect(() => keep(state.choice), [keep, state.choice])
  const [base, chooseBase] = useBase()
  const [viewport, setViewport] = useState<Viewport | null>(null)
  const onStep = useCallback((step: PlaybackStep) => act({ kind: 'play', step }), [])
  const onViewport = useCallback(
    (next: Viewport) => {
      setViewport(next)
      onStep({ kind: 'viewport-changed' })
    },
    [onStep],
  )
  const pick = useCallback((next: Picked | null) => act({ kind: 'pick', picked: next }), [])
  const measure = useCallback((at: Point) => act({ kind: 'measure', at }), [])
  const endMeasuring = useCallback(() => act({ kind: 'toggle-tool', tool: 'measure' }), [])
  const layers = useLayers({ choice: state.choice, viewport, playback: state.playback, zone })
  const { frames, area, models, notes } = layers
  const { playback, speed, opacity, picked, tool } = state
  const player = useRadarPlayer({ frames, area, playback, speed, fetchPicture, onStep })
  const model = useRadarPlayer({ ...still, frames: models, area, fetchPicture, onStep })
  const own = useOwnRings(locations)
  const stations = useMapStations(tool === 'observation' || state.showsPlaces)
  // Airports would cover the map, so they appear only with the tool that reads them.
  const shownStations = useMemo(
    () => stations.data?.filter(({ type }) => tool === 'observation' || (type === 1 && state.showsPlaces)),
    [stations.data, tool, state.showsPlaces],
  )
  useRadarKeys(frames.length > 0, onStep)

  return (
    <div ref={stage} className={classes.stage}>
      <div className={classes.map}>
        <MapCanvas
          base={base}
          label={mapLabel(selected?.label ?? null, state.choice.layers)}
          start={wholePageAt(centreOf(selected), homeZoom)}
        >
          <Recenter on={selected} />
          <ViewportWatch onChange={onViewport} />
          <WeatherLayers
            layers={layers}
            radar={player.picture}
            opacity={opacities[opacity]}
            models={model.picture}
            own={state.showsPlaces ? own : null}
          />
          {shownStations && <StationLayer stations={shownStations} />}
          {tool === 'measure' && <MeasuredLine points={state.measured} />}
          <MapControls stage={stage} state={state} act={act} selected={selected} />
          <div className={classes.top}>
            {selected && <StateChip location={selected} />}
            {tool === 'measure' && <MeasurePanel points={state.measured} onEnd={endMeasuring} />}
            <Worries notes={notes} hasModelFailed={model.hasFailed} />
          </div>
          {player.frame && (
            <div className={classes.frameTime}>
              <FrameTime
                frame={player.frame}
                frames={frames}
                time={layers.time}
                hasLightning={layers.strikes !== null}
                hasAlerts={layers.alerts !== null}
                nowMs={layers.nowMs}
                zone={zone}
                placeZone={selected?.timeZone ?? null}
              />
            </div>
          )}
          {state.menu === 'legend' && <Legend base={groundOf(base)} layers={state.choice.layers} />}
          {state.menu === 'road-conditions' && <RoadLegend />}
          <Picking
            picked={picked}
            onPick={pick}
            layers={layers}
            locations={locations}
            zone={zone}
            tool={tool}
            areAlertsOn={state.choice.layers.includes('nws-alerts')}
            onMeasure={measure}
          />
          <Credits />
        </MapCanvas>
      </div>
      <BottomBar
        state={state}
        base={base}
        player={player}
        layers={layers}
        centre={viewport?.centre ?? centreOf(selected)}
        zone={zone}
        act={act}
        onBase={chooseBase}
      />
    </div>
  )
}
