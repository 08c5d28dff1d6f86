import { LocationChooser } from './LocationChooser.tsx'
import type { Location } from '#contract/places/locations'
import { useLocations } from '#web/data/places/locations.ts'
import { rememberedId, rememberId } from '#web/data/places/selected-location.ts'
import { useMe } from '#web/data/people/users.ts'
import { MapAwaited, WholePage } from '#web/map/WholePage.tsx'
import { fetchedPart } from '#web/parts/page/fetched-part.tsx'
import { useState } from 'react'

const RadarStage = fetchedPart(() => import('./RadarStage.tsx').then(file => file.RadarStage), <MapAwaited />)

const nowhere: readonly Location[] = []

/** A full-page weather map around the last selected location. */
export function LiveRadar() {
  const { timeZone } = useMe()
  const { data: locations, isError } = useLocations()
  const [chosenId, setChosenId] = useState(rememberedId)
  const own = locations ?? nowhere
  const selected = own.find(({ id }) => id === chosenId) ?? own.at(0) ?? null

  const choose = (id: number) => {
    rememberId(id)
    setChosenId(id)
  }

  return (
    <WholePage
      title="Live Radar"
      actions={selected && <LocationChooser locations={own} selected={selected} onChoose={choose} />}
    >
      {locations || isError ? <RadarStage locations={own} selected={selected} zone={timeZone} /> : null}
    </WholePage>
  )
}
