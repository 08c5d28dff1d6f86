import classes from './Image.module.css'
import { StationPicture } from '#web/parts/weather/StationPicture.tsx'
import { DetailsDialog } from '#web/parts/dialogs/DetailsDialog.tsx'

interface ImageDialogProps {
  name: string
  updated: string | null
  imageUrl: string
  onClose: () => void
}

export function ImageDialog({ name, updated, imageUrl, onClose }: ImageDialogProps) {
  return (
    <DetailsDialog title={name} {...(updated === null ? {} : { sub: updated })} size={1200} onClose={onClose}>
      <div className={classes.large}>
        <StationPicture imageUrl={imageUrl} alt={`View from ${name}`} status="" />
      </div>
    </DetailsDialog>
  )
}
