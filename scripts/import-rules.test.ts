import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** The importing file, the imported one, and whether that is allowed. */
const cases: readonly [from: string, to: string, verdict: 'allowed' | 'refused'][] = [
  ['domain/a/rule.ts', './other.ts', 'allowed'],
  ['domain/a/rule.ts', '#domain/b/rule', 'allowed'],
  ['domain/a/rule.ts', '../b/rule.ts', 'refused'],
  ['domain/a/rule.ts', 'zod/mini', 'refused'],
  ['domain/a/rule.ts', 'node:fs', 'refused'],
  ['domain/a/rule.ts', '#contract/call', 'refused'],
  ['domain/a/rule.ts', '#server/config', 'refused'],
  ['domain/a/rule.ts', '#web/parts/Table.tsx', 'refused'],
  ['domain/a/rule.ts', 'vitest', 'refused'],
  ['domain/a/rule.test.ts', 'vitest', 'allowed'],
  ['domain/a/rule.test.ts', 'fast-check', 'allowed'],
  ['domain/a/rule.test.ts', '#contract/call', 'refused'],

  ['contract/people/users.ts', './call.ts', 'allowed'],
  ['contract/people/users.ts', '#domain/a/rule', 'allowed'],
  ['contract/people/users.ts', 'zod/mini', 'allowed'],
  ['contract/people/users.ts', 'zod', 'refused'],
  ['contract/people/users.ts', 'kysely', 'refused'],
  ['contract/people/users.ts', 'node:crypto', 'refused'],
  ['contract/people/users.ts', '#server/config', 'refused'],
  ['contract/people/users.ts', '#simulator/world', 'refused'],
  ['contract/users.test.ts', 'vitest', 'allowed'],
  ['contract/users.test.ts', '#server/config', 'refused'],

  ['simulator/world.ts', './storms.ts', 'allowed'],
  ['simulator/world.ts', '#domain/a/rule', 'allowed'],
  ['simulator/world.ts', '#contract/devices', 'allowed'],
  ['simulator/world.ts', 'node:crypto', 'refused'],
  ['simulator/world.ts', 'kysely', 'refused'],
  ['simulator/world.ts', '#server/events', 'refused'],
  ['simulator/world.test.ts', 'fast-check', 'allowed'],
  ['simulator/devices/siren.ts', 'mqtt', 'allowed'],
  ['simulator/devices/siren.ts', 'jose', 'allowed'],
  ['simulator/devices/siren.ts', 'node:crypto', 'allowed'],
  ['simulator/devices/siren.ts', 'kysely', 'refused'],
  ['simulator/devices/siren.ts', '#server/gateway/index', 'refused'],
  ['simulator/devices/siren.test.ts', 'vitest', 'allowed'],
  ['simulator/devices/siren.test.ts', '#server/gateway/index', 'refused'],

  ['server/events.ts', '#domain/a/rule', 'allowed'],
  ['server/events.ts', 'zod/mini', 'allowed'],
  ['server/events.ts', 'node:fs', 'allowed'],
  ['server/events.ts', '#simulator/world', 'refused'],
  ['server/events.ts', '#web/main.tsx', 'refused'],
  ['server/events.ts', './rooms/users/index.ts', 'refused'],
  ['server/events.ts', '#server/rooms/users/index', 'refused'],
  ['server/events.ts', './main.ts', 'refused'],
  ['server/main.ts', './rooms/users/index.ts', 'allowed'],
  ['server/main.ts', '#server/feeds/nws/fetch', 'allowed'],
  ['server/main.ts', '#simulator/world', 'allowed'],
  ['server/main.ts', '#web/main.tsx', 'refused'],
  ['server/house/index.ts', '#server/rooms/users/index', 'allowed'],
  ['server/admin/people.ts', '#server/rooms/users/index', 'allowed'],
  ['server/admin/people.ts', '#web/main.tsx', 'refused'],
  ['server/house/index.ts', '#web/main.tsx', 'refused'],
  ['server/rooms/users/index.ts', '#server/house/index', 'refused'],
  ['server/platform/log.ts', '#server/house/index', 'refused'],

  ['server/platform/store/index.ts', '#server/platform/log', 'allowed'],
  ['server/platform/store/index.ts', '#server/events', 'allowed'],
  ['server/platform/store/index.ts', '../log.ts', 'refused'],
  ['server/platform/store/index.ts', '#server/rooms/users/index', 'refused'],
  ['server/platform/store/index.ts', '#server/feeds/nws/fetch', 'refused'],
  ['server/platform/store/index.ts', '#server/gateway/door', 'refused'],
  ['server/platform/store/index.ts', '#server/main', 'refused'],
  ['server/platform/store/index.ts', '#simulator/world', 'refused'],

  ['server/feeds/nws/fetch.ts', '#server/events', 'allowed'],
  ['server/feeds/nws/fetch.ts', '#server/rooms/users/index', 'refused'],
  ['server/feeds/nws/fetch.ts', '#simulator/world', 'refused'],
  ['server/gateway/door.ts', '#contract/devices', 'allowed'],
  ['server/gateway/door.ts', '#server/rooms/hardware/index', 'refused'],
  ['server/gateway/door.ts', '#simulator/devices/siren', 'refused'],
  ['server/gateway/door.test.ts', '#simulator/devices/siren', 'allowed'],
  ['server/gateway/door.test.ts', '#server/rooms/hardware/index', 'refused'],

  ['server/rooms/users/routes.ts', './store.ts', 'allowed'],
  ['server/rooms/users/routes.ts', './invites/send.ts', 'allowed'],
  ['server/rooms/users/routes.ts', '#server/rooms/customers/index', 'allowed'],
  ['server/rooms/users/routes.ts', '#server/platform/http/serve', 'allowed'],
  ['server/rooms/users/routes.ts', '#server/rooms/customers/store', 'refused'],
  ['server/rooms/users/routes.ts', '#server/rooms/users/store', 'refused'],
  ['server/rooms/users/routes.ts', '#server/rooms/customers/deep/index', 'refused'],
  ['server/rooms/users/routes.ts', '../customers/store.ts', 'refused'],
  ['server/rooms/users/routes.ts', '#server/feeds/nws/fetch', 'refused'],
  ['server/rooms/users/routes.ts', '#server/gateway/door', 'refused'],
  ['server/rooms/users/routes.ts', '#simulator/world', 'refused'],
  ['server/rooms/users/routes.ts', '#server/main', 'refused'],
  ['server/rooms/users/invites/send.ts', '#server/rooms/users/store', 'allowed'],
  ['server/rooms/users/invites/send.ts', '../store.ts', 'refused'],
  ['server/rooms/users/invites/send.ts', '#server/feeds/nws/fetch', 'refused'],

  ['web/shell/Shell.tsx', 'react', 'allowed'],
  ['web/shell/Shell.tsx', '#domain/a/rule', 'allowed'],
  ['web/shell/Shell.tsx', '#contract/users', 'allowed'],
  ['web/shell/Shell.tsx', '#web/data/people/users.ts', 'allowed'],
  ['web/shell/Shell.tsx', 'zod/mini', 'allowed'],
  ['web/shell/Shell.tsx', 'zod', 'refused'],
  ['web/shell/Shell.tsx', 'zod/v4', 'refused'],
  ['web/shell/Shell.tsx', 'node:fs', 'refused'],
  ['web/shell/Shell.tsx', '#server/config', 'refused'],
  ['web/shell/Shell.tsx', '#simulator/world', 'refused'],
  ['web/shell/Shell.tsx', '../data/users.ts', 'refused'],
  ['web/parts/Table.tsx', '@mantine/core', 'allowed'],
  ['web/parts/Table.tsx', '#domain/a/rule', 'allowed'],
  ['web/parts/Table.tsx', '#web/parts/dialogs/Dialog.tsx', 'allowed'],
  ['web/parts/Table.tsx', '#contract/users', 'refused'],
  ['web/parts/Table.tsx', '#web/data/people/users.ts', 'refused'],
  ['web/parts/Table.tsx', '#web/session/session.ts', 'refused'],
  ['web/parts/Table.tsx', '#web/screens/users/Users.tsx', 'refused'],
  ['web/parts/Table.tsx', '#server/config', 'refused'],
  ['web/forms/place/Field.tsx', '#web/data/people/users.ts', 'allowed'],
  ['web/forms/place/Field.tsx', '#web/parts/dialogs/Dialog.tsx', 'allowed'],
  ['web/forms/place/Field.tsx', '#web/screens/users/Users.tsx', 'refused'],
  ['web/forms/place/Field.tsx', '#web/shell/Shell.tsx', 'refused'],
  ['web/screens/users/Users.tsx', './Filter.tsx', 'allowed'],
  ['web/screens/users/Users.tsx', '#web/data/people/users.ts', 'allowed'],
  ['web/screens/users/Users.tsx', '#web/screens/profile/Profile.tsx', 'refused'],
  ['web/screens/users/Users.tsx', '#server/config', 'refused'],
  ['web/screens/users/groups/Groups.tsx', '#web/screens/users/names.ts', 'allowed'],
  ['web/screens/users/groups/Groups.tsx', '#server/config', 'refused'],

  ['e2e/sign-in.spec.ts', '#server/config', 'allowed'],
  ['e2e/sign-in.spec.ts', '../server/config.ts', 'refused'],
]

describe('import rules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skywarden-import-rules-'))
  const refusals = new Set<string>()

  function write(name: string, text: string) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }

  beforeAll(() => {
    const config = readFileSync('.oxlintrc.json', 'utf8')
    write('.oxlintrc.json', config.replace('"typeAware": true', '"typeAware": false')) // these files contain no types
    const importsByFile = Map.groupBy(cases, ([from]) => from)
    for (const [from, imports] of importsByFile) {
      write(from, imports.map(([, to]) => `export * from '${to}'\n`).join(''))
    }
    write('package.json', '{ "imports": { "#domain/*": "./domain/*.ts" } }')
    write('domain/round/one.ts', `import { two } from '#domain/round/two'\nexport const one = () => two\n`)
    write('domain/round/two.ts', `import { one } from './one.ts'\nexport const two = () => one\n`)

    const oxlint = resolve('node_modules/oxlint/bin/oxlint')
    const run = spawnSync(process.execPath, [oxlint, '--format=json', '.'], { cwd: folder, encoding: 'utf8' })
    const { diagnostics } = JSON.parse(run.stdout) as {
      diagnostics: { code: string; message: string; filename: string }[]
    }
    for (const { code, message, filename } of diagnostics) {
      if (code === 'eslint(no-restricted-imports)') refusals.add(`${filename} ${message.split("'")[1]}`)
      if (code === 'import(no-cycle)') refusals.add(`${filename} in a circle`)
    }
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(cases)('%s imports %s: %s', (from, to, verdict) => {
    expect(refusals.has(`${from} ${to}`) ? 'refused' : 'allowed').toBe(verdict)
  })

  test('rejects files that import each other in a cycle, under any name', () => {
    expect([...refusals]).toContain('domain/round/one.ts in a circle')
  })
})
