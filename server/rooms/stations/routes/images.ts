import { stationImage } from '#contract/devices/stations'
import { notFound } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import type { StationImages } from '#server/rooms/stations/images'
import { findStationImage } from '#server/rooms/stations/store/images'

export interface ImageRouteDeps {
  readonly db: Db
  readonly images: StationImages
}

export function imageRoutes({ db, images }: ImageRouteDeps): Served[] {
  return [
    serve(stationImage, async ({ params, query, now }) => {
      images.checkAddress(params.id, query, now)
      const image = await findStationImage(db, 'system', params.id)
      if (!image) throw notFound('This image')
      // The image at this URL changes every few minutes, so browsers revalidate it each time.
      const tag = `${params.id}-${image.taken_at.getTime()}`
      return { bytes: image.jpeg, tag, keptSeconds: 0, isFinal: false, takenAt: image.taken_at }
    }),
  ]
}
