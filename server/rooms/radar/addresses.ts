import { fillPath } from '#contract/call'
import { radarPicture, radarTile, type RadarType } from '#contract/weather/radar'
import { createAddressKeys } from '#server/platform/address-keys'

/** The image that a URL identifies. */
export interface Addressed {
  readonly type: RadarType
  readonly validMs: number
  readonly issuedMs: number
  readonly origin: string
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

/** URLs that contain a key: anyone who has one may see that frame, which shows only weather. */
export function createPictureAddresses(secret: Buffer) {
  const keys = createAddressKeys(secret, 'radar image')

  function queryOf({ type, validMs, issuedMs, origin }: Addressed, now: Date): string {
    return new URLSearchParams({
      TIME: new Date(validMs).toISOString().replace(/\.\d{3}/, ''),
      origin,
      issued: frameStampOf(issuedMs),
      ...keys.keyFor(`${type} ${frameStampOf(validMs)}`, now),
    }).toString()
  }

  return {
    picture(frame: Addressed, now: Date): string {
      const params = { type: frame.type, picture: `${frameStampOf(frame.validMs)}.png` }
      return `${fillPath(radarPicture.path, params)}?${queryOf(frame, now)}`
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
      type: RadarType,
      stamp: string,
      shown: { readonly expires: string; readonly key: string },
      now: Date,
    ) {
      keys.check(`${type} ${stamp}`, shown, now)
    },
  }
}

export type Addresses = ReturnType<typeof createPictureAddresses>
