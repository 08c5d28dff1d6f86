import { minuteMs, secondMs } from '#server/platform/clock'
import { mrmsKey, type MrmsFolder } from './parse-listing.ts'

/** Returns the keys of a mosaic every two minutes, each available a minute and a half after its time. */
export function keysAt(nowMs: number, folder: MrmsFolder = 'CONUS'): string[] {
  const newest = Math.floor((nowMs - 126 * secondMs) / (2 * minuteMs)) * 2 * minuteMs + 36 * secondMs
  return Array.from({ length: 70 }, (_, index) => mrmsKey(newest - (69 - index) * 2 * minuteMs, folder))
}

/** Returns the time in a mosaic's name, which tests send as its content. */
export function timeIn(name: string): number {
  const [, day = '', time = ''] = /_(\d{8})-(\d{6})/.exec(name) ?? []
  const text = `${day}T${time}`.replace(/(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z')
  if (Number.isNaN(Date.parse(text))) throw new Error('The radar mosaic cannot be read: it is not GRIB2')
  return Date.parse(text)
}

/** Returns a listing as the bucket does. */
export function listing(keys: readonly string[]): string {
  const contents = keys.map(key => `<Contents><Key>${key}</Key><Size>1234567</Size></Contents>`)
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>noaa-mrms-pds</Name>' +
    `<KeyCount>${keys.length}</KeyCount><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
  )
}
