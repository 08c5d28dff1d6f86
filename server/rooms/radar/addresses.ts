import { fillPath } from '#contract/call'
import { radarPicture, radarTile, type RadarType } from '#contract/weather/radar'
import { createAddressKeys } from '#server/platform/address-keys'
import type { MapView } from './drawable.ts'

/** The image that a URL identifies. */
export interface Addressed {
  readonly type: RadarType
  readonly validMs: number
  readonly issuedMs: number
  readonly origin: string
}

/** What a URL shows to prove that we created it. */
export interface AddressKey {
  readonly expires: string
  readonly key: string
  /** Set if the key is only valid for one view. */
  readonly view?: 'fixed' | undefined
}

/** `20261115T095500Z`. */
function frameStampOf(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/** The instant of a time stamp in a URL; null for an impossible one, such as February 31. */
export function instantOfStamp(stamp: string): number | null {
  const spelled = stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  const ms = Date.parse(spelled)
  return Number.isFinite(ms) && frameStampOf(ms) === stamp ? ms : null
}

const boundsText = ({ bounds: { west, south, east, north } }: MapView) => [west, south, east, north].join(',')
const subjectOf = (type: RadarType, stamp: string, view?: MapView) =>
  [type, stamp, ...(view ? [boundsText(view), view.width, view.height] : [])].join(' ')

/**
 * URLs that contain a key: anyone who has one may see that frame, which shows only weather. A key for any view is only
 * for people who are signed in, because a stranger could use it to request endless different images.
 */
export function createPictureAddresses(secret: Buffer) {
  const keys = createAddressKeys(secret, 'radar image')

  function queryOf({ type, validMs, issuedMs, origin }: Addressed, now: Date, view?: MapView): string {
    return new URLSearchParams({
      TIME: new Date(validMs).toISOString().replace(/\.\d{3}/, ''),
      origin,
      issued: frameStampOf(issuedMs),
      ...keys.keyFor(subjectOf(type, frameStampOf(validMs), view), now),
    }).toString()
  }

  const pathOf = ({ type, validMs }: Addressed) =>
    fillPath(radarPicture.path, { type, picture: `${frameStampOf(validMs)}.png` })

  return {
    picture(frame: Addressed, now: Date): string {
      return `${pathOf(frame)}?${queryOf(frame, now)}`
    },
    /** Returns a complete URL, which is valid for this view only. */
    fixed(frame: Addressed, view: MapView, now: Date): string {
      const shown = `BBOX=${boundsText(view)}&width=${view.width}&height=${view.height}&view=fixed`
      return `${pathOf(frame)}?${queryOf(frame, now, view)}&${shown}`
    },
    /** Returns a URL with placeholders for a tile's bounds, which maps fill in. */
    byBounds(frame: Addressed, now: Date): string {
      return `${this.picture(frame, now)}&BBOX={bbox-epsg-3857}&width=256&height=256`
    },
    byTile(frame: Addressed, now: Date): string {
      const path = radarTile.path
        .replace('{type}', frame.type)
        .replace('{stamp}', frameStampOf(frame.validMs))
      return `${path}.png?${queryOf(frame, now)}`
    },
    /** Throws unless the key is correct and still valid. */
    check(
      asked: { readonly type: RadarType; readonly stamp: string; readonly view: MapView },
      shown: AddressKey,
      now: Date,
    ) {
      const view = shown.view === 'fixed' ? asked.view : undefined
      keys.check(subjectOf(asked.type, asked.stamp, view), shown, now)
    },
  }
}

export type Addresses = ReturnType<typeof createPictureAddresses>
