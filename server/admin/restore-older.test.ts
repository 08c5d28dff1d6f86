import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readConfig } from '#server/config'
import type { Line } from '#server/platform/backup/file'
import { systemClock } from '#server/platform/clock'
import { isRehearsal } from '#server/platform/rehearsal/index'
import type { Store } from '#server/platform/store/index'
import { migrate, readMigrations } from '#server/platform/store/migrate'
import { emptyStore, freshStore } from '#server/platform/store/testing'
import { backupCommands } from './backup.ts'
import { readArguments } from './command.ts'

async function type(name: string, file: string, store: Store, dataDir: string) {
  const command = backupCommands.find(each => each.name === name)
  await command?.run(readArguments(command, [file]), {
    config: readConfig({ DATA_DIR: dataDir }),
    clock: systemClock,
    store: async () => store,
    storeAsItIs: async () => store,
    newStore: async () => store,
    print: () => {},
  })
}

it('restores a backup of an older version, migrates it, and makes it a rehearsal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skywarden-older-'))
  const [store, target] = [await freshStore(), await emptyStore()]
  try {
    const file = join(folder, 'newer.backup')
    await type('backup', file, store, join(folder, 'data'))
    // The backup as the version before the server identity table would have written it.
    const older = gunzipSync(readFileSync(file))
      .toString()
      .split('\n')
      .filter(Boolean)
      .map(text => JSON.parse(text) as Line)
      .map(line =>
        line.kind === 'head'
          ? { ...line, migrations: line.migrations.filter(({ name }) => name < '0041') }
          : line,
      )
    writeFileSync(`${file}.older`, gzipSync(older.map(line => `${JSON.stringify(line)}\n`).join('')))
    await type('restore', `${file}.older`, target, join(folder, 'restored'))
    expect(await isRehearsal(target.db)).toBe(true)
    expect(await migrate(target.db, readMigrations('server/migrations'), systemClock.now())).toEqual([])
  } finally {
    await Promise.all([store.close(), target.close()])
    rmSync(folder, { recursive: true, force: true })
  }
})
