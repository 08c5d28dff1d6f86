import { CardBoundary } from './CardBoundary.tsx'
import classes from './Dashboard.module.css'
import { StripAwaited } from './DashboardAwaited.tsx'
import { DashboardHeader } from './DashboardHeader.tsx'
import { Announcer } from './lightning/Announcer.tsx'
import type { HeroShown } from './lightning/hero.ts'
import { LightningCard } from './lightning/LightningCard.tsx'
import { PolicyNote } from './lightning/PolicyNote.tsx'
import { SirenNote } from './lightning/SirenNote.tsx'
import { LowerCards } from './LowerCards.tsx'
import { warnedWords } from './selection.ts'
import { LocationStrip } from './strip/LocationStrip.tsx'
import { useSelection } from './use-selection.ts'
import type { Location } from '#contract/places/locations'
import { asking } from '#web/data/requests/asking.ts'
import { readPlace } from '#web/data/live/place.ts'
import { useLiveView } from '#web/data/live/use-place.ts'
import { useStream } from '#web/data/live/use-stream.ts'
import { useWarnedLocations } from '#web/data/policies/warnings.ts'
import { treatAsUnsafe } from '#web/parts/weather/safety-text.ts'
import { usePainted } from '#web/parts/browser/use-painted.ts'
import { useCallback, useDeferredValue, useMemo, useRef, type ReactNode, type RefObject } from 'react'

interface DashboardProps {
  /** At least one location. */
  locations: readonly Location[]
  /** The viewer's. */
  zone: string
  /** The location that was just added and is to be selected. */
  addedId: number | null
  /** Lets callers return the focus to the button. */
  addButton?: RefObject<HTMLButtonElement | null>
  onAdd: () => void
  onEdit: (location: Location) => void
  /** The setup guide, while something is missing. It is below the place's state, which comes first. */
  start?: ReactNode
}

/** Returns which locations are in delay, and for which the lightning state is unknown. */
function useStates(locations: readonly Location[]) {
  return useLiveView(
    useCallback(() => {
      const of = (show: HeroShown) =>
        locations.filter(each => readPlace(each).worst.show === show).map(({ id }) => id)
      return { delayedIds: of('Delay'), unknownIds: of('Unknown') }
    }, [locations]),
  )
}

/** Shows the selected location with its cards, and a strip of the others. */
export function Dashboard(props: DashboardProps) {
  const { locations, zone, addedId, addButton, onAdd, onEdit, start } = props
  const stream = useStream()
  const ids = useMemo(() => locations.map(({ id }) => id), [locations])
  const warnings = useWarnedLocations(ids, asking[stream])
  const { delayedIds, unknownIds } = useStates(locations)
  // A delay counts as a policy alert, so a place in delay also has a warning.
  const troubledIds = [...new Set([...delayedIds, ...warnings.warned])]
  const unsureIds = new Set([...unknownIds, ...warnings.unknown])
  const isSettled = stream !== 'awaited' && !warnings.isPending
  const { selected, choose } = useSelection(locations, { isSettled, troubledIds, addedId })
  // Everything below renders in slices, after the first report on the place.
  const hasFirstWord = useDeferredValue(stream !== 'awaited')
  // After a selection, the place's state renders first and its cards follow. Meanwhile the previous place's cards are
  // hidden.
  const below = useDeferredValue(selected)
  // The selected place's state is painted before the others are rendered.
  const isPainted = usePainted()
  const heading = useRef<HTMLHeadingElement>(null)
  const others = useMemo(() => locations.filter(({ id }) => id !== selected?.id), [locations, selected?.id])

  if (!selected) return null
  return (
    <div className={classes.dashboard}>
      <DashboardHeader
        location={selected}
        zone={zone}
        warned={isSettled ? warnedWords(troubledIds.length, unsureIds.size) : undefined}
        heading={heading}
        addButton={addButton}
        onAdd={onAdd}
        onEdit={onEdit}
      />
      <Announcer locations={locations} selectedId={selected.id} />
      {others.length > 0 && !isPainted && <StripAwaited />}
      {others.length > 0 && isPainted && (
        <LocationStrip locations={others} stream={stream} onChoose={choose} />
      )}
      <CardBoundary
        key={selected.id}
        failureTitle="Your lightning data is on strike. We're in negotiations and will be back to work soon."
        failureText={treatAsUnsafe}
      >
        <LightningCard location={selected} zone={zone} stream={stream} />
      </CardBoundary>
      {hasFirstWord && <SirenNote location={selected} />}
      {hasFirstWord && <PolicyNote location={selected} onEdit={onEdit} />}
      {hasFirstWord && start}
      {/* Warnings arrive with the first report. Nothing is rendered here earlier, because they would push it down. */}
      {hasFirstWord && below && (
        <div className={classes.below} data-behind={below.id !== selected.id || undefined}>
          <LowerCards location={below} stream={stream} zone={zone} onEdit={onEdit} />
        </div>
      )}
    </div>
  )
}
