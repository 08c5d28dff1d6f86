import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { dayMs } from '#server/platform/clock'

// Each web build has its own folder, named by its content, and a small file names the current one. A server reads that
// file once, at startup, and keeps serving that build, even if another one is built later.

const buildsFolder = (dist: string) => join(dist, 'builds')
const pointerFile = (dist: string) => join(dist, 'current-build')
/** Where builds were stored before they had their own folders: pages of that version may still be open. */
const formerFolder = (webFolder: string) => join(dirname(webFolder), '..', 'web')

/** How long a build is kept after it was replaced, or after the last server that uses it has stopped. */
const keptMs = dayMs

/** Returns a folder to build into, unique so that two builds can run at the same time. */
export function draftFolder(dist: string, processId: number): string {
  return join(buildsFolder(dist), `draft-${processId}`)
}

/** Returns the folder of the current build; a path that does not exist if nothing has been built. */
export function currentWebBuild(dist: string): string {
  const pointer = pointerFile(dist)
  const name = existsSync(pointer) ? basename(readFileSync(pointer, 'utf8').trim()) : ''
  return join(buildsFolder(dist), name === '' ? 'none' : name)
}

const cannotBeMarked = ['EROFS', 'EACCES', 'EPERM']

/** Marks a build as in use, which keeps later builds from removing it. */
export function markInUse(webFolder: string, now: Date) {
  try {
    if (existsSync(webFolder)) utimesSync(webFolder, now, now)
  } catch (error) {
    // If the folder is read-only or belongs to another user, nothing is built into it or removed from it.
    if (!cannotBeMarked.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

function nameByContent(folder: string): string {
  const hash = createHash('sha256')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  for (const file of files) {
    const path = join(folder, file)
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

function removeUnused(dist: string, now: Date) {
  const current = currentWebBuild(dist)
  for (const name of readdirSync(buildsFolder(dist))) {
    const folder = join(buildsFolder(dist), name)
    const usedMs = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity // another build may remove it
    if (folder !== current && now.getTime() - usedMs > keptMs)
      rmSync(folder, { recursive: true, force: true })
  }
}

function moveTo(folder: string, draft: string) {
  try {
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(draft, { recursive: true }) // a build with the same content already exists
  }
}

/** Makes a complete draft the current build atomically: a reader sees either the previous build or this one. */
export function publishWebBuild(dist: string, draft: string, now: Date) {
  mkdirSync(buildsFolder(dist), { recursive: true })
  const folder = join(buildsFolder(dist), nameByContent(draft))
  moveTo(folder, draft)
  markInUse(currentWebBuild(dist), now) // the previous build is replaced now, and is kept for another day
  markInUse(folder, now)
  const pointer = `${pointerFile(dist)}.${basename(draft)}`
  writeFileSync(pointer, basename(folder))
  renameSync(pointer, pointerFile(dist))
  removeUnused(dist, now)
}

const buildName = /^[\da-f]{16}$/
const assetName = /^[\w-]+(\.[\w-]+)+$/

/**
 * Finds the build that has an asset that this server's own build lacks: a tab may have been opened on the previous
 * version, or on the next one during a rolling upgrade. Equal names mean equal content in all builds.
 */
export function otherBuildWith(webFolder: string, asset: string): string | undefined {
  if (!assetName.test(asset)) return undefined
  const builds = dirname(webFolder)
  const names = existsSync(builds) ? readdirSync(builds).filter(name => buildName.test(name)) : []
  const folders = [...names.map(name => join(builds, name)), formerFolder(webFolder)]
  return folders.find(folder => existsSync(join(folder, 'assets', asset)))
}
