import { CardBoundary } from './CardBoundary.tsx'
import classes from './Dashboard.module.css'
import { StripAwaited } from './DashboardAwaited.tsx'
import { DashboardHeader } from './DashboardHeader.tsx'
import { Announcer } from './lightning/Announcer.tsx'
import type { Shown } from './lightning/hero.ts'
import { LightningCard } from './lightning/LightningCard.tsx'
import { PolicyNote } from './lightning/PolicyNote.tsx'
import { SirenNote } from './lightning/SirenNote.tsx'
import { LowerCards } from './LowerCards.tsx'
import { warnedWords } from './selection.ts'
import { LocationStrip } from './strip/LocationStrip.tsx'
import { useSelection } from './use-selection.ts'
import type { Location } from '#contract/locations'
import { asking } from '#web/data/asking.ts'
import { readPlace } from '#web/data/live/place.ts'
import { useLiveView } from '#web/data/live/use-place.ts'
import { useStream } from '#web/data/live/use-stream.ts'
import { useWarnedLocations } from '#web/data/warnings.ts'
import { treatAsUnsafe } from '#web/parts/safety-words.ts'
import { usePainted } from '#web/parts/use-painted.ts'
import { useCallback, useDeferredValue, useMemo, useRef, type ReactNode, type RefObject } from 'react'

interface DashboardProps {
  /** One at the least. */
  locations: readonly Location[]
  /** The viewer's. */
  zone: string
  /** What was added last, to be looked at. */
  addedId: number | null
  /** For whoever wants to give the focus back to it. */
  addButton?: RefObject<HTMLButtonElement | null>
  onAdd: () => void
  onEdit: (location: Location) => void
  /** What leads on where something is still missing; below the state of the place, which comes first. */
  start?: ReactNode
}

/** Which locations are in delay, and of which nothing is known about lightning. */
function useStates(locations: readonly Location[]) {
  return useLiveView(
    useCallback(() => {
      const of = (show: Shown) =>
        locations.filter(each => readPlace(each).worst.show === show).map(({ id }) => id)
      return { delayedIds: of('Delay'), unknownIds: of('Unknown') }
    }, [locations]),
  )
}

/** The selected location with its cards, and a strip of the others. */
export function Dashboard(props: DashboardProps) {
  const { locations, zone, addedId, addButton, onAdd, onEdit, start } = props
  const stream = useStream()
  const ids = useMemo(() => locations.map(({ id }) => id), [locations])
  const warnings = useWarnedLocations(ids, asking[stream])
  const { delayedIds, unknownIds } = useStates(locations)
  // A delay is a policy alert as well: a place in delay is a place in warning.
  const troubledIds = [...new Set([...delayedIds, ...warnings.warned])]
  const unsureIds = new Set([...unknownIds, ...warnings.unknown])
  const isSettled = stream !== 'awaited' && !warnings.isPending
  const { selected, choose } = useSelection(locations, { isSettled, troubledIds, addedId })
  // Everything below is drawn in slices, after what the first word says of the place.
  const hasFirstWord = useDeferredValue(stream !== 'awaited')
  // The state of a chosen place is seen first; its cards follow, and those of the last one are not seen meanwhile.
  const below = useDeferredValue(selected)
  // The state of the selected place is seen before that of the others is drawn.
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
      {/* What is warned of comes with the first word. Before it nothing stands here that it would push away. */}
      {hasFirstWord && below && (
        <div className={classes.below} data-behind={below.id !== selected.id || undefined}>
          <LowerCards location={below} stream={stream} zone={zone} onEdit={onEdit} />
        </div>
      )}
    </div>
  )
}
