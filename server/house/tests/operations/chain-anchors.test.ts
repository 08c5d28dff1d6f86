import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { proofCommands } from '#server/admin/proof'
import { readArguments } from '#server/admin/command'
import { readConfig } from '#server/config'
import { beginKeyedEntries } from '#server/house/keyed-entries'
import { createChainAnchors } from '#server/house/chain-anchors'
import { testHouse, type TestHouse } from '#server/house/testing'
import type { AnchorLine } from '#server/platform/anchor-lines'
import { recordAudit, recordAuditBeforeUpgrade } from '#server/platform/audit'
import { hourMs, later, systemClock } from '#server/platform/clock'
import { silentLog } from '#server/platform/log'
import { freshStore, type TestStore } from '#server/platform/store/testing'
import { auditHeads, findKeyedFrom } from '#server/platform/verify-audit'

const folder = mkdtempSync(join(tmpdir(), 'skywarden-anchors-'))
const file = join(folder, 'anchors')
const lines = () =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as AnchorLine)
const act = { by: 'system', customerId: null, action: 'tested', target: 'x' } as const

/** Returns the output of a command, on a database that already has its key. */
async function type(
  line: string,
  store: TestStore,
  settings: Record<string, string> = {},
  now = systemClock.now(),
) {
  const [name, ...args] = line.split(' ')
  const command = proofCommands.find(each => each.name === name)
  if (!command) throw new Error(`There is no command ${name}`)
  const output: string[] = []
  const open = async () => store
  const surroundings = {
    config: readConfig({ DATA_DIR: folder, ...settings }),
    clock: { ...systemClock, now: () => now },
    store: open,
    storeAsItIs: open,
    newStore: open,
    print: (each: string) => output.push(each),
  }
  const worked = await command.run(readArguments(command, args), surroundings)
  return `${worked === false ? 'NOT RIGHT\n' : ''}${output.join('\n')}`
}

afterAll(() => rmSync(folder, { recursive: true }))

describe('a server with AUDIT_ANCHOR', () => {
  const logged: string[] = []
  let world: TestHouse
  let store: TestStore

  beforeAll(async () => {
    store = await freshStore()
    const log = pino({ level: 'info' }, { write: line => void logged.push(line) })
    world = await testHouse({ store, log, environment: { AUDIT_ANCHOR: file } })
    await vi.waitFor(() => expect(lines().length).toBeGreaterThan(0), 60_000)
  })
  afterAll(async () => {
    await store.close()
  })

  it('records its ends in the log, the metrics and the file, and the last ones when it stops', async () => {
    const [first] = lines()
    expect(first?.chains['house']?.[0]).toBeGreaterThan(0)
    expect(logged.some(line => line.includes('the ends of the audit and evidence chains'))).toBe(true)
    const reply = await world.house.http.inject({ url: '/metrics' })
    const [head] = await auditHeads(store.db)
    expect(reply.body).toContain(`skywarden_chain_entries{chain="house"} ${head?.entries}`)
    const short = Number.parseInt(head?.head.slice(0, 12) ?? '', 16)
    expect(reply.body).toContain(`skywarden_chain_head{chain="house"} ${short}`)

    await store.db.transaction().execute(tx => recordAudit(tx, act, systemClock.now()))
    const last = (await auditHeads(store.db))[0]
    await world.close()
    expect(lines().at(-1)?.chains).toEqual({ house: [last?.entries, last?.head] })
  })

  it('proves a cut-off end by its file, or by one head that somebody has written down', async () => {
    const settings = { AUDIT_ANCHOR: file }
    const [head] = await auditHeads(store.db)
    expect(await type('verify-audit', store, settings)).toMatch(
      /^\d+ recorded ends were compared\.\nAll \d+ rows/,
    )
    await sql`delete from audit_log where id = (select max(id) from audit_log)`.execute(store.db)
    expect(await type('verify-audit', store)).toMatch(/^All \d+ rows are intact\.$/)
    expect(await type('verify-audit', store, settings)).toMatch(
      /^NOT RIGHT\nhouse: only .* its end was cut off/,
    )
    const typed = `--head house:${head?.entries}:${head?.head.slice(0, 12)}`
    expect(await type(`verify-audit ${typed}`, store)).toMatch(
      /^NOT RIGHT\nhouse: only .* its end was cut off/,
    )
    await expect(type('verify-audit --head house:1', store)).rejects.toThrow('is not a recorded end')
  })

  it('shows a line of the file that the server did not write', async () => {
    const copy = join(folder, 'changed')
    writeFileSync(copy, readFileSync(file, 'utf8').replace(/"house":\[\d+/, '"house":[9'))
    expect(await type(`verify-audit --anchor ${copy}`, store)).toContain(
      `Line 1 of ${copy} was not written by this server.`,
    )
  })
})

describe('the time from which entries have a code', () => {
  it('begins immediately in a new database, where an entry without a code is forged', async () => {
    const store = await freshStore()
    try {
      await beginKeyedEntries(store.db, systemClock.now())
      await beginKeyedEntries(store.db, systemClock.now())
      expect(await findKeyedFrom(store.db)).toMatchObject({ audit: { entries: 0 }, evidence: { entries: 0 } })
      expect(await type('verify-audit', store)).toBe('All 1 rows are intact.')
      expect(await type('verify-evidence', store)).toBe('All 0 entries of 0 delays are intact.')
      // Someone who can write rows but has no key could do this.
      await store.db.transaction().execute(tx => recordAuditBeforeUpgrade(tx, act, systemClock.now()))
      expect(await type('verify-audit', store)).toMatch(/^NOT RIGHT\n1 entry has no code, and 0 had none/)
    } finally {
      await store.close()
    }
  })

  it('begins an hour after an upgrade, with a count of older entries, and cannot be undone', async () => {
    const store = await freshStore()
    try {
      const now = systemClock.now()
      await store.db.transaction().execute(tx => recordAuditBeforeUpgrade(tx, act, now))
      await beginKeyedEntries(store.db, now)
      expect(await findKeyedFrom(store.db)).toBeNull()
      await beginKeyedEntries(store.db, later(now, 2 * hourMs))
      expect(await findKeyedFrom(store.db)).toMatchObject({ audit: { entries: 1 } })
      expect(await type('verify-audit', store)).toBe('All 2 rows are intact.')

      await sql`delete from audit_log where mac is not null`.execute(store.db)
      expect(await type('verify-audit', store, {}, later(now, 3 * hourMs))).toMatch(
        /^NOT RIGHT\nThe entry that marks where codes begin is missing/,
      )
    } finally {
      await store.close()
    }
  })
})

describe('an address as AUDIT_ANCHOR', () => {
  it('receives each line, but never that of a rehearsal', async () => {
    const store = await freshStore()
    const received: string[] = []
    const server = createServer((request: IncomingMessage, response) => {
      void text(request).then(body => {
        received.push(body)
        response.writeHead(204).end()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/anchors`
    let because: string | null = 'It was restored from a backup.'
    const anchors = createChainAnchors({
      db: store.db,
      clock: systemClock,
      log: silentLog,
      config: { auditAnchor: { kind: 'url', url } },
      outside: {
        async ask({ url: asked, body }) {
          const { status } = await fetch(asked, { method: 'POST', body: String(body) })
          return { status, retryAfter: null, contentType: null, etag: null, body: Buffer.alloc(0) }
        },
      },
      rehearsal: { state: () => (because === null ? null : { since: systemClock.now(), because }) },
    })
    try {
      await anchors.anchor()
      expect(received).toEqual([])
      because = null
      await anchors.anchor()
      expect(JSON.parse(received[0] ?? '')).toMatchObject({ chains: { house: [1, expect.any(String)] } })
    } finally {
      server.close()
      await store.close()
    }
  })
})
