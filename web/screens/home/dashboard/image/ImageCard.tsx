import classes from './Image.module.css'
import { imageView } from './image-view.ts'
import { StationPicture } from '#web/parts/weather/StationPicture.tsx'
import type { Location } from '#contract/places/locations'
import { useImageChanged, useObservation, useServerNowMs } from '#web/data/weather/conditions.ts'
import { fetchedPart } from '#web/parts/page/fetched-part.tsx'
import { useLazyDialog } from '#web/parts/dialogs/use-lazy-dialog.ts'
import { IconCameraOff, IconMaximize, IconPencil } from '@tabler/icons-react'
import { useId } from 'react'

const ImageDialog = fetchedPart(() => import('./ImageDialog.tsx').then(file => file.ImageDialog))

interface ImageCardProps {
  location: Location
  onEdit: (location: Location) => void
}

/** Shows the station's camera image and name, and a button to edit the place. */
export function ImageCard({ location, onEdit }: ImageCardProps) {
  const id = useId()
  const { data: observation, error } = useObservation(location.id)
  const changed = useImageChanged(observation?.weatherStation?.imageUrl ?? null)
  const nowMs = useServerNowMs()
  const dialog = useLazyDialog(ImageDialog.fetch, 'The image')
  const view = imageView(observation, error !== null, changed.data ?? null, nowMs)
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} className="visually-hidden">
        Selected Location
      </h2>
      {view.imageUrl !== null && (
        <div className={classes.picture}>
          <StationPicture imageUrl={view.imageUrl} alt={`View from ${view.name}`} status={view.status} />
          <button
            type="button"
            className={classes.expand}
            aria-label="Expand the image"
            onClick={() => void dialog.open()}
          >
            <IconMaximize size={18} aria-hidden />
          </button>
        </div>
      )}
      <div className={classes.foot}>
        <button
          type="button"
          className={classes.edit}
          aria-label={`Edit ${location.label}`}
          onClick={() => onEdit(location)}
        >
          <IconPencil size={18} aria-hidden />
        </button>
        <div className={classes.names}>
          <p className={classes.name}>{view.name}</p>
          <p className={classes.updated}>{view.updated ?? view.below}</p>
        </div>
        {view.imageUrl === null && (
          <p className={classes.without}>
            <IconCameraOff size={18} stroke={1.5} aria-hidden />
            {view.status}
          </p>
        )}
      </div>
      {dialog.isOpen && view.imageUrl !== null && (
        <ImageDialog
          name={view.name}
          updated={view.updated}
          imageUrl={view.imageUrl}
          onClose={dialog.close}
        />
      )}
    </section>
  )
}
