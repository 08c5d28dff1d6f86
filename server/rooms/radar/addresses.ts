import { createHmac, timingSafeEqual } from 'node:crypto'
import { fillPath } from '#contract/call'
import { radarPicture, radarTile, type RadarType } from '#contract/radar'
import { hourMs, secondMs } from '#server/platform/clock'
import { notAllowed } from '#server/platform/http/problems'

/** Of which picture an address speaks. */
export interface Addressed {
  readonly type: RadarType
  readonly validMs: number
  readonly issuedMs: number
  readonly origin: string
}

/** A key is good for an hour at least. All end together, so that an address stays the same from one list to the next. */
const goodForMs = hourMs
const endTogetherMs = 3 * hourMs

/** `20261115T095500Z`. */
export function stampOf(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/** Null for what looks like a stamp and is none, as the 31st of February. */
export function instantOfStamp(stamp: string): number | null {
  const spelled = stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  const ms = Date.parse(spelled)
  return Number.isFinite(ms) && stampOf(ms) === stamp ? ms : null
}

/**
 * Addresses with a key in them, since an image on a page cannot show a token. A key is good for one frame and some
 * hours; whoever has the address may see that frame, which shows weather and nobody's business.
 */
export function createAddresses(secret: Buffer) {
  function keyFor(type: string, stamp: string, expires: string): string {
    return createHmac('sha256', secret).update(`${type} ${stamp} ${expires}`).digest('base64url')
  }

  function queryOf({ type, validMs, issuedMs, origin }: Addressed, now: Date): string {
    const endMs = Math.ceil((now.getTime() + goodForMs) / endTogetherMs) * endTogetherMs
    const expires = String(endMs / secondMs)
    return new URLSearchParams({
      TIME: new Date(validMs).toISOString().replace(/\.\d{3}/, ''),
      origin,
      issued: stampOf(issuedMs),
      expires,
      key: keyFor(type, stampOf(validMs), expires),
    }).toString()
  }

  return {
    picture(frame: Addressed, now: Date): string {
      const params = { type: frame.type, picture: `${stampOf(frame.validMs)}.png` }
      return `${fillPath(radarPicture.path, params)}?${queryOf(frame, now)}`
    },
    /** With places for a tile's bounds, as maps fill them in. */
    byBounds(frame: Addressed, now: Date): string {
      return `${this.picture(frame, now)}&BBOX={bbox-epsg-3857}&width=256&height=256`
    },
    byTile(frame: Addressed, now: Date): string {
      const path = radarTile.path.replace('{type}', frame.type).replace('{stamp}', stampOf(frame.validMs))
      return `${path}.png?${queryOf(frame, now)}`
    },
    /** Throws unless the key is the right one, and still good. */
    check(type: RadarType, stamp: string, expires: string, key: string, now: Date) {
      const right = Buffer.from(keyFor(type, stamp, expires))
      const shown = Buffer.from(key)
      if (right.length !== shown.length || !timingSafeEqual(right, shown)) {
        throw notAllowed('This radar picture address is not valid. Please reload the page.')
      }
      if (Number(expires) * secondMs < now.getTime()) {
        throw notAllowed('This radar picture address has expired. Please reload the page.')
      }
    },
  }
}

export type Addresses = ReturnType<typeof createAddresses>
