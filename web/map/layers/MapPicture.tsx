import {
  putLayers,
  removeOverlay,
  overlaySourceId,
  type OverlayLayer,
  type PictureName,
} from '#web/map/overlays.ts'
import type { PlacedPicture } from '#web/map/radar/use-radar-player.ts'
import type { Bounds } from '#web/map/ring-line.ts'
import { useStandingMap } from '#web/map/standing-map.ts'
import { ImageSource, type Coordinates } from 'maplibre-gl'
import { useEffect, useMemo } from 'react'

interface MapPictureProps {
  name: PictureName
  picture: PlacedPicture
  opacity: number
}

/** An image of part of the map. The next image replaces it without flicker, because it is decoded first. */
export function MapPicture({ name, picture, opacity }: MapPictureProps) {
  const { map, isStanding } = useStandingMap()

  // Starts empty, without an image.
  useEffect(() => {
    if (!map.getSource(overlaySourceId(name)))
      map.addSource(overlaySourceId(name), { type: 'image', coordinates: cornersOf(anywhere) })
    return () => {
      if (isStanding()) removeOverlay(map, name)
    }
  }, [map, isStanding, name])

  const layers = useMemo(() => [layerOf(opacity)], [opacity])
  useEffect(() => putLayers(map, name, layers), [map, name, layers])

  useEffect(() => {
    let isWanted = true
    const show = (image: ImageBitmap | ImageData) => {
      const source = isWanted && isStanding() ? map.getSource(overlaySourceId(name)) : undefined
      const before = source instanceof ImageSource ? source.image : image
      if (source instanceof ImageSource) source.updateImage({ image, coordinates: cornersOf(picture.bounds) })
      if (before instanceof ImageBitmap) before.close()
    }
    // If decoding fails, nothing is shown, because the previous image would have the wrong time.
    createImageBitmap(picture.blob).then(show, () => show(new ImageData(1, 1)))
    return () => {
      isWanted = false
    }
  }, [map, isStanding, name, picture])

  return null
}

const anywhere: Bounds = { west: -1, south: -1, east: 1, north: 1 }

function cornersOf({ west, south, east, north }: Bounds): Coordinates {
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ]
}

/** The zoom levels are from the specification. Frames do not fade in, and radar cells keep sharp edges. */
function layerOf(opacity: number): OverlayLayer {
  return {
    id: 'picture',
    type: 'raster',
    maxzoom: 14,
    paint: { 'raster-opacity': opacity, 'raster-fade-duration': 0, 'raster-resampling': 'nearest' },
  }
}
