// npm run release: builds everything and writes it, with Node, the packages and PostgreSQL for this platform, into one
// archive that runs without npm, a registry or a compiler.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { releaseContents } from './release-contents.mjs'
import { tarBlocks } from './release-tar.mjs'
import { buildBaseMap, buildWeb, main, readJson, Refusal } from './setup.mjs'

const usage = `npm run release

Writes dist/release/skywarden-VERSION-PLATFORM.tar.gz and its SHA-256. See docs/upgrading.md.`

/**
 * The time of every file in the archive: that of the commit. The same sources then give the same archive, and each
 * release has its own time; with equal times, browsers would mistake its pages for cached ones.
 */
function timeOfRelease() {
  const given = process.env.SOURCE_DATE_EPOCH
  if (given !== undefined && given !== '') {
    if (!/^\d{1,10}$/.test(given)) throw new Refusal('SOURCE_DATE_EPOCH must be a number of seconds')
    return Number(given)
  }
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' })
  const fromGit = Number(stdout)
  return fromGit > 0 ? fromGit : Math.floor(statSync('package.json').mtimeMs / 1000)
}

async function write(archive, root) {
  const entries = new Map([...releaseContents()].map(([path, entry]) => [`${root}/${path}`, entry]))
  const hash = createHash('sha256')
  async function* hashed(parts) {
    for await (const part of parts) {
      hash.update(part)
      yield part
    }
  }
  // Renamed when complete: an interrupted run leaves nothing that looks like a release.
  const draft = `${archive}.draft`
  const blocks = Readable.from(tarBlocks(entries, timeOfRelease()))
  await pipeline(blocks, createGzip({ level: 6 }), hashed, createWriteStream(draft))
  renameSync(draft, archive)
  return { sha256: hash.digest('hex'), count: entries.size }
}

await main(async () => {
  if (process.argv.length > 2) {
    console.log(usage)
    process.exitCode = ['help', '--help', '-h'].includes(process.argv[2]) ? 0 : 2
    return
  }
  if (process.platform === 'win32') throw new Refusal('Releases are made on Linux and macOS.')
  buildWeb()
  buildBaseMap()
  const root = `skywarden-${readJson('package.json').version}-${process.platform}-${process.arch}`
  const folder = 'dist/release'
  mkdirSync(folder, { recursive: true })
  const archive = `${folder}/${root}.tar.gz`
  const { sha256, count } = await write(archive, root)
  // The format of sha256sum, which checks it with -c.
  writeFileSync(`${archive}.sha256`, `${sha256}  ${root}.tar.gz\n`)
  console.log(`${archive}: ${count} files, ${Math.round(statSync(archive).size / 1e6)} MB\nSHA-256 ${sha256}`)
})
