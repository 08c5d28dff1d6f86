import classes from './StationPicture.module.css'
import { IconCameraOff } from '@tabler/icons-react'
import { useState } from 'react'

interface StationPictureProps {
  /** Null if there is no image. */
  imageUrl: string | null
  /** Describes the image. */
  alt: string
  /** Why there is no image. Without a reason the placeholder is small. */
  status?: string
}

/** A station's image, or a placeholder. After a failure it does not retry until the URL changes. */
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
