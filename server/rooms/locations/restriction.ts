import { seeing, type Source } from '#domain/feeds/source'
import { areaName, type Area } from '#domain/geo/area'
import type { Point } from '#domain/geo/distance'

interface Restriction {
  readonly title: string
  readonly message: string
  readonly display: boolean
}

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' })

function inWords(area: Area): string {
  switch (area.kind) {
    case 'continental-us':
      return 'the continental United States'
    case 'world':
      return 'the whole world'
    case 'box':
      return `the area ${areaName(area)}`
  }
}

/** The notice that a person gets before adding a location, depending on who can prove the lightning status there. */
export function restrictionAt(
  place: Point,
  lightning: readonly Source[],
  satellites: readonly Source[] = [],
): Restriction {
  const isNetworkThere = seeing(lightning, place).length > 0
  if (!isNetworkThere && seeing(satellites, place).length > 0) {
    return {
      title: 'Watched by satellite only',
      message:
        'Satellites watch lightning here, and they miss some flashes. Lightning that they see starts a delay; All Clear stays Unknown until an administrator accepts satellites as the only proof.',
      display: true,
    }
  }
  if (lightning.length === 0) {
    return {
      title: 'No lightning feed is connected yet',
      message:
        'You can add this location, but its lightning status stays Unknown until a lightning feed is connected.',
      display: true,
    }
  }
  if (isNetworkThere) return { title: '', message: '', display: false }
  const areas = [...new Set(lightning.map(({ area }) => inWords(area)))]
  return {
    title: 'Outside the lightning coverage area',
    message: `Lightning coverage is limited to ${listed.format(areas)}. You can add this location, but its lightning status may stay Unknown.`,
    display: true,
  }
}
