import type { Choices } from './choices.ts'
import { driftAt, foldsAfterMs, panelState } from './left-alone.ts'
import { MapHandle } from './MapHandle.tsx'
import { MarkLegend } from './markers/MarkLegend.tsx'
import { StateMarkers } from './markers/StateMarkers.tsx'
import { SidePanel } from './panel/SidePanel.tsx'
import { sirenWorries } from './siren-worries.ts'
import { StateStrip } from './strip/StateStrip.tsx'
import type { Choose } from './use-choices.ts'
import { useIsStill } from './use-is-still.ts'
import { useLastResort } from './use-last-resort.ts'
import { useRecovery } from './use-recovery.ts'
import { useReturn } from './use-return.ts'
import { useRoom } from './use-room.ts'

import { wallViewOf, type BroadcastView } from './view.ts'
import classes from './Wall.module.css'
import { firstWall, wallAfter } from './wall-state.ts'
import type { Location } from '#contract/places/locations'
import { fetchPicture } from '#web/data/weather/radar.ts'
import { useUnprotected } from '#web/data/places/unprotected.ts'
import { Credits } from '#web/map/controls/Credits.tsx'
import { useFullscreen } from '#web/parts/browser/use-fullscreen-element.ts'
import { wholePageAt } from '#web/map/home-view.ts'
import { MapCanvas } from '#web/map/MapCanvas.tsx'
import type { Map } from '#web/map/maplibre.ts'
import type { PlaybackStep } from '#web/map/radar/playback.ts'
import { PlayButton } from '#web/map/radar/PlayButton.tsx'
import { TimeSlider } from '#web/map/radar/TimeSlider.tsx'
import { useRadarKeys } from '#web/map/radar/use-radar-keys.ts'
import { useRadarPlayer } from '#web/map/radar/use-radar-player.ts'
import type { Viewport } from '#web/map/viewport.ts'
import { ViewportWatch } from '#web/map/ViewportWatch.tsx'
import { mapLabel } from '#web/map/weather/map-label.ts'
import type { Picked } from '#web/map/weather/picked.ts'
import { Picking } from '#web/map/weather/Picking.tsx'
import { useLayers } from '#web/map/weather/use-layers.ts'
import { useOwnRings } from '#web/map/weather/use-own-rings.ts'
import { WeatherLayers } from '#web/map/weather/WeatherLayers.tsx'
import { Worries } from '#web/map/weather/Worries.tsx'
import { BrandMark } from '#web/parts/page/BrandMark.tsx'
import { useNow } from '#web/parts/time/use-now.ts'
import { useComputedColorScheme } from '@mantine/core'
import { useCallback, useMemo, useReducer, useRef, useState, type CSSProperties } from 'react'

/** Returns the same object for an equal view, so that the map flies only to a different one. */
function useSteadyView({ centre: { latitude, longitude }, zoom }: BroadcastView): BroadcastView {
  return useMemo(() => ({ centre: { latitude, longitude }, zoom }), [latitude, longitude, zoom])
}

interface WallProps {
  locations: readonly Location[]
  /** Whether these are all of the viewer's locations. False if the list could not be fetched. */
  areKnown: boolean
  /** The viewer's. */
  zone: string
  choices: Choices
  choose: Choose
  /** Whether the page shows only the wall. */
  isKiosk: boolean
}

/** The width of the open panel with its margins. */
const panelPx = 276

/** On a wall, radar is considered old sooner than on pages that someone is looking at. */
const radarOldAfterMs = 15 * 60_000

/** Renders the map with everything on it. Loaded separately, because it brings in all of MapLibre. */
export function Wall({ locations, areKnown, zone, choices, choose, isKiosk }: WallProps) {
  const { locationId, isAll, radar, speed, mapStyle, layers: shownLayers } = choices
  const stage = useRef<HTMLDivElement>(null)
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const base = mapStyle ?? theme
  const selected = locations.find(({ id }) => id === locationId) ?? locations.at(0) ?? null
  const watched = useMemo(() => (isAll || !selected ? locations : [selected]), [isAll, selected, locations])
  const { data: unprotected = [] } = useUnprotected()
  const [map, setMap] = useState<Map | null>(null)
  const [viewport, setViewport] = useState<Viewport | null>(null)
  const [state, act] = useReducer(wallAfter, radar, firstWall)
  const onStep = useCallback((step: PlaybackStep) => act({ kind: 'play', step }), [])
  const onMoved = useCallback(() => act({ kind: 'moved' }), [])
  const pick = useCallback((picked: Picked | null) => act({ kind: 'pick', picked }), [])

  const layers = useLayers({
    choice: { layers: shownLayers, style: radar },
    viewport,
    playback: state.playback,
    zone,
    radarOldAfterMs,
  })
  const { frames, area, notes, nowMs } = layers
  const player = useRadarPlayer({ frames, area, playback: state.playback, speed, fetchPicture, onStep })
  const own = useOwnRings(locations)
  useRadarKeys(frames.length > 0, onStep)
  useRecovery(player.hasGaps ? player.retry : null)
  useLastResort(map !== null)

  const { isFull, isPossible: mayFill, toggle: toggleFull } = useFullscreen(stage)
  const [isNarrow] = useState(() => matchMedia('(max-width: 700px)').matches)
  const isFolded = choices.isFolded ?? isNarrow
  const panel = panelState({ isFolded, isFull: isFull || isKiosk, isStill: useIsStill(foldsAfterMs) })

  const mapBox = useRef<HTMLDivElement>(null)
  const topBox = useRef<HTMLDivElement>(null)
  const timeBox = useRef<HTMLDivElement>(null)
  const room = useRoom({
    stage,
    map: mapBox,
    top: topBox,
    bottom: timeBox,
    rightPx: panel === 'open' ? panelPx : 0,
    isHeld: state.isMoved,
  })
  const view = useSteadyView(wallViewOf(selected, isAll, locations, room))
  useReturn(state.isMoved, view, map, () => act({ kind: 'left-alone' }))
  const { x, y } = driftAt(useNow().getTime())

  return (
    <div
      ref={stage}
      className={classes.stage}
      data-panel={panel}
      style={{ '--drift-x': `${x}px`, '--drift-y': `${y}px` } as CSSProperties}
    >
      <div ref={mapBox} className={classes.map}>
        <MapCanvas
          base={base}
          label={mapLabel(isAll ? 'all locations' : (selected?.label ?? null), shownLayers)}
          start={wholePageAt(view.centre, view.zoom)}
        >
          <MapHandle view={view} onMap={setMap} onMoved={onMoved} />
          <ViewportWatch onChange={setViewport} />
          <WeatherLayers layers={layers} radar={player.picture} opacity={1} own={own} />
          <StateMarkers locations={locations} />
          <Picking picked={state.picked} onPick={pick} layers={layers} locations={locations} zone={zone} />
          <Credits />
        </MapCanvas>
      </div>
      <div ref={topBox} className={classes.top}>
        <StateStrip locations={watched} areKnown={areKnown} zone={zone} />
        <Worries
          notes={notes}
          others={sirenWorries(
            unprotected,
            watched.map(({ id }) => id),
          )}
        />
      </div>
      <div className={classes.bottom}>
        {shownLayers.includes('radar') && (
          <div ref={timeBox} className={classes.time} role="group" aria-label="Radar playback">
            <PlayButton playback={state.playback} player={player} frames={frames.length} onStep={onStep} />
            <TimeSlider
              player={player}
              frames={frames}
              progress={state.playback.progress}
              nowMs={nowMs}
              zone={zone}
              placeZone={isAll ? null : (selected?.timeZone ?? null)}
              onStep={onStep}
            />
            {frames.length > 0 && state.playback.mode !== 'PLAY' && (
              <p className={classes.paused} role="status">
                <strong>Paused</strong> Resumes after a minute without activity
              </p>
            )}
          </div>
        )}
        <div className={classes.badge}>
          <p>
            <BrandMark size={16} />
            Powered by Skywarden
          </p>
          <MarkLegend />
        </div>
      </div>
      <SidePanel
        state={panel}
        isFolded={isFolded}
        choices={choices}
        base={base}
        locations={locations}
        selected={selected}
        centre={viewport?.centre ?? view.centre}
        notes={notes}
        map={map}
        isFull={isFull}
        onFull={mayFill ? toggleFull : null}
        onMoved={onMoved}
        choose={change => {
          if (change.radar) onStep({ kind: 'type-changed', style: change.radar })
          choose(change)
        }}
      />
    </div>
  )
}
