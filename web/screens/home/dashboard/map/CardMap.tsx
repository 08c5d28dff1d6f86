import { askedChoice, notesWith, pictureWords } from './card-layers.ts'
import { CardPicking } from './CardPicking.tsx'
import { LayerMenu } from './LayerMenu.tsx'
import classes from './MapCard.module.css'
import { homeMilesOf, reachMilesOf, type MapRing, type MapStrike } from './map-text.ts'
import type { Location } from '#contract/places/locations'
import type { RingCircle } from '#contract/weather/lightning'
import { useMapStations } from '#web/data/devices/stations.ts'
import { fetchPicture } from '#web/data/weather/radar.ts'
import type { BaseName } from '#web/map/colours.ts'
import { Credits } from '#web/map/controls/Credits.tsx'
import { MapButtons } from '#web/map/controls/MapButtons.tsx'
import { fitOptions, FitTo, lngLatBounds } from '#web/map/FitTo.tsx'
import { StationLayer } from '#web/map/layers/Stations.tsx'
import { StrikeCircles } from '#web/map/layers/StrikeCircles.tsx'
import { Strikes } from '#web/map/layers/Strikes.tsx'
import { MapCanvas } from '#web/map/MapCanvas.tsx'
import { formatChoice, parseChoice } from '#web/map/radar/kept-choice.ts'
import { toggledLayer } from '#web/map/radar/layer-choice.ts'
import { opacities, startOf } from '#web/map/radar/playback.ts'
import { useRadarPlayer } from '#web/map/radar/use-radar-player.ts'
import { ringBounds } from '#web/map/ring-line.ts'
import type { Viewport } from '#web/map/viewport.ts'
import { ViewportWatch } from '#web/map/ViewportWatch.tsx'
import { useLayers } from '#web/map/weather/use-layers.ts'
import { WeatherLayers } from '#web/map/weather/WeatherLayers.tsx'
import { Worries } from '#web/map/weather/Worries.tsx'
import { useRemembered } from '#web/parts/browser/use-remembered.ts'
import { useMemo, useState } from 'react'

interface CardMapProps {
  base: BaseName
  label: string
  location: Location
  rings: readonly MapRing[]
  strikes: readonly MapStrike[]
  circles: readonly RingCircle[]
  nowMs: number
  /** The viewer's. */
  zone: string
}

/** The card does not play an animation. */
const still = { speed: 'Normal', fetchPicture, onStep: () => {} } as const

const drawnCircle = ([latitude, longitude, timeMs, , circleMiles]: RingCircle) => ({
  latitude,
  longitude,
  timeMs,
  circleMiles,
})

/** Loaded separately from the card, because it brings in all of MapLibre. */
export function CardMap({ base, label, location, rings, strikes, circles, nowMs, zone }: CardMapProps) {
  const { latitude, longitude } = location
  const centre = useMemo(() => ({ latitude, longitude }), [latitude, longitude])
  const home = useMemo(() => ringBounds(centre, homeMilesOf(rings)), [centre, rings])
  const limits = useMemo(() => ringBounds(centre, reachMilesOf(rings)), [centre, rings])
  const own = useMemo(
    () => ({
      places: [{ ...centre, label: location.label }],
      rings: rings.map(ring => ({ ...ring, ...centre })),
    }),
    [centre, rings, location.label],
  )

  const [choice, choose] = useRemembered('skywarden:card-layers', parseChoice, formatChoice)
  const [viewport, setViewport] = useState<Viewport | null>(null)
  const playback = startOf(choice.style)
  const layers = useLayers({ choice: askedChoice(choice), viewport, playback, zone })
  const { frames, area, models } = layers
  const player = useRadarPlayer({ ...still, frames, area, playback })
  const model = useRadarPlayer({ ...still, frames: models, area, playback })
  const notes = notesWith(layers.notes, choice, player.hasFailed)
  const words = pictureWords(notes, choice)
  const stations = useMapStations(true)
  const drawnCircles = useMemo(() => circles.map(drawnCircle), [circles])
  // No airports, because they would cover the map.
  const ownStations = useMemo(() => stations.data?.filter(({ type }) => type === 1), [stations.data])
  return (
    <MapCanvas
      base={base}
      label={label}
      start={{ bounds: lngLatBounds(home), fitBoundsOptions: fitOptions, maxBounds: lngLatBounds(limits) }}
    >
      <FitTo bounds={home} limits={limits} />
      <ViewportWatch onChange={setViewport} />
      <WeatherLayers
        layers={layers}
        radar={player.picture}
        opacity={opacities.High}
        models={model.picture}
        own={own}
      />
      {ownStations && <StationLayer stations={ownStations} />}
      {choice.layers.includes('lightning') && <Strikes strikes={strikes} nowMs={nowMs} />}
      {choice.layers.includes('lightning') && <StrikeCircles circles={drawnCircles} nowMs={nowMs} />}
      <div className={classes.top}>
        {words !== null && <p className={classes.asOf}>{words}</p>}
        <Worries notes={notes} hasModelFailed={model.hasFailed} />
      </div>
      <MapButtons home={centre} />
      <CardPicking
        key={location.id}
        layers={layers}
        location={location}
        zone={zone}
        areAlertsOn={choice.layers.includes('nws-alerts')}
      />
      <LayerMenu
        layers={choice.layers}
        notes={notes}
        onToggle={layer => choose(toggledLayer(choice, layer))}
      />
      <Credits />
    </MapCanvas>
  )
}
