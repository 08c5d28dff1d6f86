import classes from './StationPicture.module.css'
import { IconCameraOff } from '@tabler/icons-react'
import { useState } from 'react'

interface StationPictureProps {
  /** Null where there is no image. */
  imageUrl: string | null
  /** What it shows. */
  alt: string
  /** Why there is nothing to see, where there is nothing. Left out, the placeholder is a small one. */
  status?: string
}

/** The image of a station, or a placeholder. One that failed is not tried again until its address changes. */
export function StationPicture({ imageUrl, alt, status }: StationPictureProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  if (imageUrl !== null && imageUrl !== failedUrl) {
    return <img className={classes.picture} src={imageUrl} alt={alt} onError={() => setFailedUrl(imageUrl)} />
  }
  const why = imageUrl === null ? (status ?? 'No image') : 'The image could not be loaded'
  return (
    <div className={classes.placeholder} data-small={status === undefined || undefined} title={why}>
      <IconCameraOff size={status === undefined ? 20 : 32} stroke={1.5} aria-hidden />
      <p className={status === undefined ? 'visually-hidden' : undefined}>{why}</p>
    </div>
  )
}
