import { deflateSync } from 'node:zlib'
import type { GridPlace } from '#domain/radar/grid'
import { farFlash, glmFile, glmKey } from '#server/feeds/glm/generate.testing'
import { windowOfKey } from '#server/feeds/glm/parse'
import { pictureKinds, type IemPicture } from '#server/feeds/iem/parse-grid'
import { attributes, storms as stormList } from '#server/feeds/iem/storm-cells.testing'
import { madeMosaic } from '#server/feeds/mrms/grib.testing'
import { listing } from '#server/feeds/mrms/listing.testing'
import { mrmsKey, parseMrmsListing } from '#server/feeds/mrms/parse-listing'
import { radarPlace } from '#server/feeds/nexrad/near-radars'
import { madeTable } from '#server/feeds/nexrad/table.testing'
import { hourMs, minuteMs, secondMs } from '#server/platform/clock'
import { plainPng } from '#server/platform/png-samples.testing'
import {
  document,
  flashesIn,
  floorTo,
  isoSeconds,
  json,
  norman,
  type PlayedHost,
  type Sky,
} from './played-sky.testing.ts'

/** How long after its window a file is in the bucket. */
const fileLateMs = 12 * secondMs
const keptMs = 2 * hourMs
const mostListed = 1000

export interface SatelliteOptions {
  /** The length of one file's window, which is 20 s for real files. Fewer files are less work. */
  readonly windowMs: number
}

/** Returns the files that exist by now and sort after a name, oldest first. */
function keysAfter(after: string, nowMs: number, windowMs: number, keyOf: (startMs: number) => string) {
  const keys: string[] = []
  const lastMs = floorTo(nowMs - fileLateMs - windowMs, windowMs)
  for (let startMs = lastMs; startMs > nowMs - keptMs; startMs -= windowMs) {
    const key = keyOf(startMs)
    if (key <= after) break
    keys.push(key)
  }
  return keys.toReversed()
}

/** Simulates one satellite's bucket. */
export function satellite(name: string, sky: Sky, { windowMs }: SatelliteOptions): PlayedHost {
  const keyOf = (startMs: number) => glmKey(name, startMs, startMs + windowMs)
  return async (path, query, nowMs) => {
    if (query.get('list-type') === '2') {
      const keys = keysAfter(query.get('start-after') ?? '', nowMs, windowMs, keyOf)
      return document('application/xml', listing(keys.slice(0, mostListed)), false)
    }
    const windowStartMs = windowOfKey(path.slice(1))?.startMs ?? Infinity
    const windowEndMs = windowStartMs + windowMs
    if (windowEndMs + fileLateMs > nowMs || path !== `/${keyOf(windowStartMs)}`) return null
    const { recordedFlashes } = sky
    const isRecorded = name === 'G19' && recordedFlashes?.windowStartMs === windowStartMs
    const inWindow = isRecorded ? recordedFlashes.flashes : []
    const flashes = [...flashesIn(sky, windowStartMs), ...inWindow, farFlash(name, windowStartMs)]
    return document(
      'binary/octet-stream',
      await glmFile({ satellite: name, windowStartMs, windowEndMs, flashes }),
    )
  }
}

const emptyPictures = new Map<IemPicture, Buffer>()
/** Returns an image without an echo, as small as an image can be. */
function emptyPicture(kind: IemPicture): Buffer {
  const { width, height } = pictureKinds[kind]
  const known = emptyPictures.get(kind)
  if (known) return known
  const packed = deflateSync(Buffer.alloc((width + 1) * height))
  const png = plainPng({ width, height, bitDepth: 8, colorType: 3, samples: Buffer.alloc(0), packed })
  emptyPictures.set(kind, png)
  return png
}

export interface RadarOptions {
  /** Whether there are images. Each takes a second of work, so there are none when time runs fast. */
  readonly hasPictures: boolean
}

/** IEM: the times of images, the images themselves, and storm cells. */
export const radar =
  (sky: Sky, { hasPictures }: RadarOptions): PlayedHost =>
  async (path, _query, nowMs) => {
    if (path.endsWith('/USCOMP/n0q_0.json')) {
      const valid = isoSeconds(floorTo(nowMs - 2 * minuteMs, 5 * minuteMs))
      return json({ meta: { valid, radar_quorum: '144/147' } })
    }
    if (path.endsWith('/hrrr/refd_1080.json'))
      return json({
        model_init_utc: isoSeconds(floorTo(nowMs - 90 * minuteMs, hourMs)),
        forecast_minute: 1080,
      })
    if (path === '/geojson/nexrad_attr.py') {
      const valid = isoSeconds(floorTo(nowMs - 4 * minuteMs, minuteMs))
      const far = attributes(nowMs, { nexrad: 'LIX', storm_id: 'Z9', valid })
      const above = attributes(nowMs, { valid })
      const cells = [
        { ...far, geometry: { type: 'Point', coordinates: [-90.2, 25.1] } },
        { ...above, geometry: { type: 'Point', coordinates: [norman.longitude, norman.latitude] } },
      ]
      const features = sky.isStormy(nowMs) ? cells : cells.slice(0, 1)
      return document('application/vnd.geo+json', stormList(floorTo(nowMs, minuteMs), features))
    }
    const [, kind] = /^\/archive\/data\/[\d/]+\/GIS\/(uscomp|hrrr)\/.*\.png$/.exec(path) ?? []
    if (!hasPictures || kind === undefined) return null
    return document('image/png', emptyPicture(kind === 'hrrr' ? 'model' : 'composite'))
  }

/** The cells are larger than real ones, which is less work. */
const hawaii: GridPlace = { west: -164, north: 26, stepDegrees: 0.05, columns: 260, rows: 220 }
const mosaicEveryMs = 2 * minuteMs
const mosaicLateMs = 90 * secondMs

/** MRMS, with only Hawaii and rain at Honolulu. Nothing else exists, as when the bucket is reorganized. */
export const mosaics: PlayedHost = async (path, query, nowMs) => {
  const keyOf = (startMs: number) => mrmsKey(startMs, 'HAWAII')
  if (query.get('list-type') === '2') {
    const isHawaii = query.get('prefix')?.startsWith('HAWAII/') === true
    const keys = isHawaii
      ? keysAfter(query.get('start-after') ?? '', nowMs - mosaicLateMs, mosaicEveryMs, keyOf)
      : []
    return document('application/xml', listing(keys), false)
  }
  const [file] = parseMrmsListing(listing([path.slice(1)]), nowMs, 'HAWAII')
  if (!file) return null
  const cells = [[124, 94, 45]] as const
  return document('binary/octet-stream', madeMosaic({ validMs: file.validMs, grid: hawaii, cells }))
}

/** The weather service's radars: a storm near Oklahoma City while there is one, and none elsewhere. */
export const radarTables =
  (sky: Sky): PlayedHost =>
  async (path, _query, nowMs) => {
    const [, letters = ''] =
      /^\/SL\.us008001\/DF\.of\/DC\.radar\/DS\.p37cr\/SI\.k(\w{3})\/sn\.last$/.exec(path) ?? []
    const name = letters.toUpperCase()
    const place = radarPlace(name)
    if (!place) return null
    const validMs = floorTo(nowMs - 2 * minuteMs, 5 * minuteMs)
    const storm = '    M0  225/ 11 NONE NONE   30/ 60/ 0.75    30  55 10.2  38.1  226/ 16  '
    const rows = name === 'TLX' && sky.isStormy(nowMs) ? [storm] : []
    return document('application/octet-stream', madeTable({ name, ...place, validMs, rows }))
  }
