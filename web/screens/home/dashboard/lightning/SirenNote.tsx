import type { Location } from '#contract/places/locations'
import { useUnprotected } from '#web/data/places/unprotected.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'

/**
 * Warns that a siren at this place would not sound, or may not have sounded, so people there must be notified in
 * another way.
 */
export function SirenNote({ location }: { location: Location }) {
  const { data: unprotected = [], isLoadingError } = useUnprotected()
  if (isLoadingError) {
    return (
      <WarningNote
        title="The status of sirens could not be loaded"
        text="If there is a siren here, do not rely on it until its status is known."
      />
    )
  }
  return unprotected
    .filter(({ locationId }) => locationId === location.id)
    .map(({ sirenName, because, isNotice, isInstrument }) => (
      <WarningNote
        key={`${isInstrument} ${sirenName}`}
        title={`${isInstrument ? 'Instrument' : 'Siren'} ${sirenName}: ${because}.${isNotice ? '' : ' Do not rely on it.'}`}
        text={isNotice ? 'Have it repaired.' : 'Warn people there yourself until it works again.'}
      />
    ))
}
