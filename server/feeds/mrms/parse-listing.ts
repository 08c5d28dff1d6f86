import { minuteMs } from '#server/platform/clock'
import { childrenNamed, readStrictXml } from '#server/platform/strict-xml'

const mrmsProduct = 'MergedReflectivityQCComposite_00.50'
/** The folders of the bucket: the contiguous United States, and the other areas. */
export const areaFolders = ['ALASKA', 'HAWAII', 'CARIB', 'GUAM'] as const
export type AreaFolder = (typeof areaFolders)[number]
export type MrmsFolder = 'CONUS' | AreaFolder
const pathOf = (folder: MrmsFolder) => `${folder}/${mrmsProduct}/`
const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'
const mostAheadMs = 5 * minuteMs

export interface MrmsFile {
  readonly key: string
  readonly validMs: number
}

/** Returns the key of the file of a given time. A mosaic is made every two minutes, and most times have none. */
export function mrmsKey(ms: number, folder: MrmsFolder = 'CONUS'): string {
  const [day, time] = new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').split('T')
  return `${pathOf(folder)}${day}/MRMS_${mrmsProduct}_${day}-${time}.grib2.gz`
}

/** Requests all files after a given time. An area's folder has subfolders by day, but keys are in order across them. */
export function listingPath(sinceMs: number, folder: MrmsFolder = 'CONUS'): string {
  const query = {
    'list-type': '2',
    'max-keys': '200',
    prefix: pathOf(folder),
    'start-after': mrmsKey(sinceMs, folder),
  }
  return `/?${new URLSearchParams(query).toString()}`
}

function fileOf(key: string, nowMs: number, folder: MrmsFolder): MrmsFile | null {
  const match = /_(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.grib2\.gz$/.exec(key)
  if (!match || !key.startsWith(pathOf(folder))) return null
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const validMs = Date.UTC(year, month - 1, day, hour, minute, second)
  return validMs <= nowMs + mostAheadMs && mrmsKey(validMs, folder) === key ? { key, validMs } : null
}

/** Returns the files in a listing of the bucket, oldest first. Other keys are ignored. */
export function parseMrmsListing(text: string, nowMs: number, folder: MrmsFolder = 'CONUS'): MrmsFile[] {
  const root = readStrictXml(text)
  if (root.name !== 'ListBucketResult' || root.namespace !== namespace)
    throw new Error('The response is not a list of radar mosaics')
  return childrenNamed(root, namespace, 'Contents')
    .flatMap(each => childrenNamed(each, namespace, 'Key').map(({ text: key }) => key.trim()))
    .flatMap(key => fileOf(key, nowMs, folder) ?? [])
    .toSorted((one, other) => one.validMs - other.validMs)
}
