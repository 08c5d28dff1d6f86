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

/** A picture of a part of the map. The next one takes its place without a blink: it is decoded before it is shown. */
export function MapPicture({ name, picture, opacity }: MapPictureProps) {
  const { map, isStanding } = useStandingMap()

  // Empty at first; the bounds are those of its first picture.
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
    // What cannot be decoded after all is not to be seen: the picture before would have the wrong time.
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

/** The specification's levels. Nothing fades from frame to frame, and a cell of the radar keeps its edges. */
function layerOf(opacity: number): OverlayLayer {
  return {
    id: 'picture',
    type: 'raster',
    maxzoom: 14,
    paint: { 'raster-opacity': opacity, 'raster-fade-duration': 0, 'raster-resampling': 'nearest' },
  }
}
