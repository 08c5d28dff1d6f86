import { readStrictXml, type XmlElement } from '#server/platform/strict-xml'

/** The parts of a file name: the satellite and the seconds. */
export interface KeyWindow {
  readonly satellite: string
  readonly startMs: number
  readonly endMs: number
}

export interface ListedFile extends KeyWindow {
  readonly key: string
}

export interface Listing {
  readonly files: readonly ListedFile[]
  /** The continuation token if there are more files. */
  readonly continuationToken: string | null
}

/** The product's prefix; below it are folders by year, day of the year and hour. */
export const product = 'GLM-L2-LCFA'
const secondMs = 1000
const minuteMs = 60 * secondMs
const dayMs = 24 * 60 * minuteMs
/** Usually 20 s. A longer one is not a window that we know how to interpret. */
const longestWindowMs = 2 * minuteMs

const keyPattern = new RegExp(
  String.raw`^${product}/\d{4}/\d{3}/\d{2}/OR_${product}_(G\d{2})_s(\d{14})_e(\d{14})_c\d{14}\.nc$`,
)

const two = (text: string, at: number) => Number(text.slice(at, at + 2))

/** Parses year, day of the year, hour, minute, second and tenth, as in file names. Null if there is no such time. */
export function glmInstantOf(stamp: string): number | null {
  if (!/^\d{14}$/.test(stamp)) return null
  const [year, day] = [Number(stamp.slice(0, 4)), Number(stamp.slice(4, 7))]
  const [hour, minute, second] = [two(stamp, 7), two(stamp, 9), two(stamp, 11)]
  const yearMs = Date.UTC(year)
  // Second 60 is a leap second.
  const isTime = day >= 1 && hour < 24 && minute < 60 && second <= 60
  if (year < 1900 || !isTime || yearMs + (day - 1) * dayMs >= Date.UTC(year + 1)) return null
  const seconds = (hour * 60 + minute) * 60 + second
  return yearMs + (day - 1) * dayMs + seconds * secondMs + Number(stamp.slice(13)) * 100
}

export function glmStampOf(ms: number): string {
  const time = new Date(ms)
  const day = Math.floor((ms - Date.UTC(time.getUTCFullYear())) / dayMs) + 1
  const clock = time.toISOString().slice(11, 21).replace(/[:.]/g, '')
  return `${time.getUTCFullYear()}${String(day).padStart(3, '0')}${clock}`
}

/**
 * Returns the beginning of the name of a file whose window starts at a given time. It sorts before that file and after
 * all earlier ones.
 */
export function keyBeginning(satellite: string, startMs: number): string {
  const stamp = glmStampOf(startMs)
  const folder = `${product}/${stamp.slice(0, 4)}/${stamp.slice(4, 7)}/${stamp.slice(7, 9)}`
  return `${folder}/OR_${product}_${satellite}_s${stamp}`
}

/** Returns the window that a name contains; null for other names. */
export function windowOfKey(key: string): KeyWindow | null {
  const [, satellite, start = '', end = ''] = keyPattern.exec(key) ?? []
  const [startMs, endMs] = [glmInstantOf(start), glmInstantOf(end)]
  if (satellite === undefined || startMs === null || endMs === null) return null
  return endMs > startMs && endMs - startMs <= longestWindowMs ? { satellite, startMs, endMs } : null
}

function childText(element: XmlElement, name: string): string | null {
  return element.children.find(child => child.name === name)?.text ?? null
}

/**
 * Parses a page of a bucket's file list. Skips anything but lightning files: a window whose name is not understood
 * remains a gap.
 */
export function parseGlmListing(xml: string): Listing {
  const root = readStrictXml(xml)
  if (root.name !== 'ListBucketResult')
    throw new Error(`the bucket responded with ${childText(root, 'Code') ?? root.name} instead of a list`)
  const isTruncated = childText(root, 'IsTruncated')
  const token = childText(root, 'NextContinuationToken')
  if (isTruncated !== 'true' && isTruncated !== 'false')
    throw new Error('the list of files does not say whether there are more')
  if (isTruncated === 'true' && !token) throw new Error('the list of files does not say how to continue')
  const keys = root.children
    .filter(child => child.name === 'Contents')
    .map(child => childText(child, 'Key') ?? '')
  const files = keys.flatMap((key): ListedFile[] => {
    const window = windowOfKey(key)
    return window ? [{ key, ...window }] : []
  })
  return { files, continuationToken: isTruncated === 'true' ? token : null }
}
