import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CannotStart } from '#server/platform/cannot-start'
import { silentLog } from '#server/platform/log'
import { clusterFolder } from './data-folder.ts'
import { openStore, type Store } from './index.ts'
import { isPostmaster } from './postmaster-record.ts'

let home = ''
let made = ''
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'skywarden-made-'))
  await (await open(made)).close()
})
afterAll(() => rmSync(made, { recursive: true, force: true }))
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'skywarden-folder-'))))
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Creates a data folder with a cluster in it by copying one, because creating a cluster takes a long time. */
function newFolder(...names: string[]): string {
  const dataDir = join(home, ...names)
  cpSync(made, dataDir, { recursive: true })
  return dataDir
}

const open = (dataDir: string, beside = false) =>
  openStore({ databaseUrl: undefined, dataDir, log: silentLog, beside })
const postmasterOf = (dataDir: string) =>
  Number(readFileSync(join(clusterFolder(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0])
const runsOn = (dataDir: string, pid: number) => isPostmaster(clusterFolder(dataDir), pid)

async function note(store: Store, text: string) {
  await sql`create table if not exists notes (text text)`.execute(store.db)
  await sql`insert into notes values (${text})`.execute(store.db)
}

async function notesIn(store: Store): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select text from notes order by text`.execute(store.db)
  return rows.map(row => row.text)
}

/** Copies a folder including its sockets and its record, as people do. */
function copyAll(from: string, to: string) {
  expect(spawnSync('cp', ['-a', from, to]).status).toBe(0)
}

describe('a copy of a running folder', () => {
  const refusal =
    /copy was copied from \S+original\/postgres while Skywarden was running there.*backup FILE.*restore FILE/

  test('is refused with instructions, and the original keeps running', async () => {
    const [original, copy] = [newFolder('original'), join(home, 'copy')]
    const first = await open(original)
    await note(first, 'before')
    copyAll(original, copy)
    await expect(open(copy)).rejects.toThrow(CannotStart)
    await expect(open(copy)).rejects.toThrow(refusal)
    await expect(open(copy, true), 'also for one that would work beside').rejects.toThrow(refusal)
    expect(runsOn(original, postmasterOf(original))).toBe(true)
    await first.close()
    await expect(open(copy), 'also when the original has ended').rejects.toThrow(refusal)
  })

  test('is refused also if only the database was copied', async () => {
    const [original, copy] = [newFolder('original'), join(home, 'copy')]
    const first = await open(original)
    mkdirSync(copy)
    copyAll(clusterFolder(original), clusterFolder(copy))
    await expect(open(copy)).rejects.toThrow(refusal)
    await first.close()
  })
})

describe('a folder whose server was killed', () => {
  let dataDir = ''
  beforeEach(async () => {
    dataDir = newFolder('original')
    const writer = await startWriter(dataDir)
    const postmaster = postmasterOf(dataDir)
    writer.kill('SIGKILL')
    await once(writer, 'exit')
    process.kill(postmaster, 'SIGKILL')
    await vi.waitFor(() => expect(runsOn(dataDir, postmaster)).toBe(false), 10_000)
    expect(existsSync(join(clusterFolder(dataDir), 'postmaster.pid'))).toBe(true)
  })

  test('starts in place', async () => {
    await (await open(dataDir)).close()
  })

  test('starts after it was moved', async () => {
    const moved = join(home, 'moved')
    renameSync(dataDir, moved)
    await (await open(moved)).close()
  })

  test('starts under the same path with other inodes, as a recreated container may see it', async () => {
    copyAll(dataDir, join(home, 'copy'))
    rmSync(dataDir, { recursive: true })
    renameSync(join(home, 'copy'), dataDir)
    await (await open(dataDir)).close()
  })

  test('starts by another name of the same folder', async () => {
    symlinkSync(dataDir, join(home, 'link'))
    await (await open(join(home, 'link'))).close()
  })

  test('starts on another disk once its record has been deleted as the error instructs', async () => {
    const copy = join(home, 'copy')
    copyAll(dataDir, copy)
    await expect(open(copy)).rejects.toThrow(`delete ${clusterFolder(copy)}/postmaster.pid and start again`)
    rmSync(join(clusterFolder(copy), 'postmaster.pid'))
    await (await open(copy)).close()
  })
})

test('a copy of a stopped folder is independent: neither sees what the other writes, or stops the other', async () => {
  const [original, copy] = [newFolder('original'), join(home, 'copy')]
  const before = await open(original)
  await note(before, 'before')
  await before.close()
  copyAll(original, copy)
  const first = await open(original)
  const postmaster = postmasterOf(original)

  const second = await open(copy)
  await note(first, 'original only')
  await note(second, 'copy only')
  expect(await notesIn(first)).toEqual(['before', 'original only'])
  expect(await notesIn(second)).toEqual(['before', 'copy only'])
  await second.close()
  expect(runsOn(original, postmaster)).toBe(true)
  await note(first, 'still there')
  await first.close()
})

test("a command that runs alongside reaches the copy's own database, never the original's", async () => {
  const [original, copy] = [newFolder('original'), join(home, 'copy')]
  const before = await open(original)
  await note(before, 'before')
  await before.close()
  copyAll(original, copy)
  const first = await open(original)
  const second = await open(copy, true)
  await note(second, 'copy only')
  await second.close()
  expect(await notesIn(first)).toEqual(['before'])
  await first.close()
})

test('works with a path that is too long for a socket', { skip: process.platform !== 'linux' }, async () => {
  const dataDir = newFolder('a-folder-with-a-long-name'.repeat(4), 'b'.repeat(80))
  const store = await open(dataDir)
  await note(store, 'kept')
  await expect(open(dataDir)).rejects.toThrow('Another Skywarden is already using')
  const beside = await open(dataDir, true)
  expect(await notesIn(beside)).toEqual(['kept'])
  await beside.close()
  await store.close()
})

test('a command that runs alongside does not stop a PostgreSQL that was left running', async () => {
  const dataDir = newFolder('data')
  const writer = await startWriter(dataDir)
  const postmaster = postmasterOf(dataDir)
  writer.kill('SIGKILL')
  await once(writer, 'exit')
  await (await open(dataDir, true)).close()
  expect(runsOn(dataDir, postmaster)).toBe(true)
  await (await open(dataDir)).close()
  expect(runsOn(dataDir, postmaster)).toBe(false)
})

test('a command that runs alongside stops the PostgreSQL that it started itself', async () => {
  const dataDir = newFolder('data')
  const store = await open(dataDir, true)
  const postmaster = postmasterOf(dataDir)
  await store.close()
  expect(runsOn(dataDir, postmaster)).toBe(false)
})

test('refuses a file in place of the folder in plain words', async () => {
  const refused = open(resolve('package.json'))
  await expect(refused).rejects.toBeInstanceOf(CannotStart)
  await expect(refused).rejects.toThrow(
    /^DATA_DIR \(.*package\.json\) is not a folder\. Set DATA_DIR to a folder\.$/,
  )
})

test.skipIf(process.platform !== 'linux')(
  'refuses a folder that cannot be created in plain words',
  async () => {
    const refused = open('/proc/nowhere/data')
    await expect(refused).rejects.toBeInstanceOf(CannotStart)
    await expect(refused).rejects.toThrow(
      /^\/proc\/nowhere cannot be created\. Set DATA_DIR to another folder\.$/,
    )
  },
)

const nobody = 65534

/** Starts a Skywarden store in a separate process, as the given user, which writes until it is stopped. */
async function startWriter(dataDir: string, uid?: number): Promise<ChildProcess> {
  const user = uid === undefined ? {} : { uid, gid: uid }
  const writer = spawn(process.execPath, [resolve(import.meta.dirname, 'testing-writer.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...user,
  })
  await Promise.race([
    once(writer.stdout, 'data'),
    once(writer, 'exit').then(([code]) => Promise.reject(new Error(`The writer ended with ${code}`))),
  ])
  writer.stdout.resume()
  return writer
}

describe.skipIf(process.getuid?.() !== 0)('a folder of another user (only root can test this)', () => {
  let dataDir = ''
  beforeEach(() => {
    dataDir = newFolder('data')
    spawnSync('chown', ['-R', `${nobody}:${nobody}`, home])
  })

  test('with a running server is refused to root, and root can work alongside without stopping anything', async () => {
    const server = await startWriter(dataDir, nobody)
    const postmaster = postmasterOf(dataDir)
    await expect(open(dataDir)).rejects.toThrow(`Another Skywarden is already using ${dataDir}`)
    const beside = await open(dataDir, true)
    await note(beside, 'by root')
    await beside.close()
    expect(runsOn(dataDir, postmaster)).toBe(true)
    server.kill('SIGTERM')
    const [code] = (await once(server, 'exit')) as [number | null]
    expect(code).toBe(0)
    expect(existsSync(join(clusterFolder(dataDir), 'postmaster.pid'))).toBe(false)
  })

  test('can be used by root while it is not running, and remains theirs', async () => {
    const theirs = await startWriter(dataDir, nobody)
    theirs.kill('SIGTERM')
    await once(theirs, 'exit')
    const store = await open(dataDir, true)
    await note(store, 'by root')
    await store.close()
    const again = await startWriter(dataDir, nobody)
    again.kill('SIGTERM')
    const [code] = (await once(again, 'exit')) as [number | null]
    expect(code).toBe(0)
  })

  test('is refused to any other user in plain words', async () => {
    spawnSync('chown', ['-R', '0:0', dataDir])
    const script = `
      import { openStore } from '#server/platform/store/index'
      import { silentLog } from '#server/platform/log'
      openStore({ databaseUrl: undefined, dataDir: process.argv[1], log: silentLog }).catch(error => console.log(error.message))`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script, dataDir], {
      encoding: 'utf8',
      uid: nobody,
      gid: nobody,
    })
    expect(stdout).toMatch(
      /^\S+ belongs to user 0, and user 65534 may not use it\. Start Skywarden as the owner/,
    )
  })
})
