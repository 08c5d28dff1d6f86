import { BottomBar } from './bar/BottomBar.tsx'
import { MapControls } from './controls/MapControls.tsx'
import { MeasurePanel } from './controls/MeasurePanel.tsx'
import { Legend, RoadLegend } from './legend/Legend.tsx'
import classes from './LiveRadar.module.css'
import { MapActs } from './MapActs.tsx'
import { firstState, pageAfter } from './page-state.ts'
import { PickedPopup } from './popups/PickedPopup.tsx'
import { StrikeHint } from './popups/StrikeHint.tsx'
import { Recenter } from './Recenter.tsx'
import { useBase } from './use-base.ts'
import { useLayers } from './use-layers.ts'
import { useOwnRings } from './use-own-rings.ts'
import { useRadarKeys } from './use-radar-keys.ts'
import { centreOf, mapLabel, startAt } from './view.ts'
import { Worries } from './Worries.tsx'
import type { Location } from '#contract/locations'
import { fetchPicture } from '#web/data/radar.ts'
import { Credits } from '#web/map/controls/Credits.tsx'
import { Alerts } from '#web/map/layers/Alerts.tsx'
import { LightningClusters } from '#web/map/layers/LightningClusters.tsx'
import { MapPicture } from '#web/map/layers/MapPicture.tsx'
import { MeasuredLine } from '#web/map/layers/MeasuredLine.tsx'
import { Places } from '#web/map/layers/Places.tsx'
import { Rings } from '#web/map/layers/Rings.tsx'
import { StormCells } from '#web/map/layers/StormCells.tsx'
import { SurfaceAnalysis } from '#web/map/layers/SurfaceAnalysis.tsx'
import { TropicalForecast } from '#web/map/layers/TropicalForecast.tsx'
import { MapCanvas } from '#web/map/MapCanvas.tsx'
import { opacities, type PlaybackStep } from '#web/map/radar/playback.ts'
import { useRadarPlayer } from '#web/map/radar/use-radar-player.ts'
import type { Viewport } from '#web/map/viewport.ts'
import { ViewportWatch } from '#web/map/ViewportWatch.tsx'
import { useCallback, useReducer, useRef, useState } from 'react'

interface RadarStageProps {
  locations: readonly Location[]
  selected: Location | null
  /** The viewer's. */
  zone: string
}

const still = { playback: { mode: 'STATIC', progress: 0 }, speed: 'Normal' } as const

/** The map with all that lies on it and around it. Loaded apart, since it brings the whole of MapLibre. */
export function RadarStage({ locations, selected, zone }: RadarStageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const [state, act] = useReducer(pageAfter, firstState)
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
  const endMeasuring = useCallback(() => act({ kind: 'toggle-tool', tool: 'measure' }), [])
  const layers = useLayers(state.choice, viewport, zone)
  const { frames, area, alerts, cells, strikes, surface, tropical, models, nowMs, notes } = layers
  const { playback, speed, opacity, picked, tool } = state
  const player = useRadarPlayer({ frames, area, playback, speed, fetchPicture, onStep })
  const model = useRadarPlayer({ ...still, frames: models, area, fetchPicture, onStep })
  const { places, rings } = useOwnRings(locations)
  useRadarKeys(frames.length > 0, onStep)

  return (
    <div ref={stage} className={classes.stage}>
      <div className={classes.map}>
        <MapCanvas base={base} label={mapLabel(selected, state.choice.layers)} start={startAt(selected)}>
          <Recenter on={selected} />
          <ViewportWatch onChange={onViewport} />
          {player.picture && (
            <MapPicture name="radar" picture={player.picture} opacity={opacities[opacity]} />
          )}
          {model.picture && <MapPicture name="tropical-models" picture={model.picture} opacity={1} />}
          {alerts && <Alerts alerts={alerts} />}
          {surface && <SurfaceAnalysis centers={surface.centers} fronts={surface.fronts} />}
          {tropical && <TropicalForecast issues={tropical} />}
          {state.showsPlaces && <Rings rings={rings} />}
          {cells && <StormCells cells={cells} />}
          {strikes && <LightningClusters strikes={strikes} nowMs={nowMs} />}
          {state.showsPlaces && <Places places={places} />}
          {tool === 'measure' && <MeasuredLine points={state.measured} />}
          <MapControls stage={stage} state={state} act={act} selected={selected} />
          <MapActs
            tool={tool}
            strikes={strikes}
            areAlertsOn={state.choice.layers.includes('nws-alerts')}
            act={act}
          />
          <Worries notes={notes} hasModelFailed={model.hasFailed} />
          {tool === 'measure' && <MeasurePanel points={state.measured} onEnd={endMeasuring} />}
          {state.menu === 'legend' && <Legend base={base} />}
          {state.menu === 'road-conditions' && <RoadLegend />}
          {strikes && tool === null && <StrikeHint strikes={strikes} zone={zone} />}
          {picked && (
            <PickedPopup
              picked={picked}
              layers={layers}
              locations={locations}
              zone={zone}
              onClose={() => act({ kind: 'pick', picked: null })}
            />
          )}
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
