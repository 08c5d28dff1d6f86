import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readMigrations } from '#server/platform/store/migrate'

/** Project rules that neither the compiler nor a lint rule can check. ARCHITECTURE.md gives the reasons. */

const folders = ['domain', 'contract', 'simulator', 'server', 'web', 'e2e', 'bench', 'scripts']

const self = 'scripts/architecture.test.ts'

/** Files that may be longer than 400 lines, each with its reason. */
const longFiles: Record<string, string> = {
  'server/feeds/glm/glm.test.ts': 'one bench of two buckets for the whole feed',
  'server/rooms/instruments/engine.test.ts': 'one bench for everything that a message does',
}

interface Source {
  readonly path: string
  readonly text: string
  /** The text without comments. */
  readonly code: string
}

function read(path: string): Source {
  const text = readFileSync(path, 'utf8')
  return { path, text, code: text.replace(/\/\*[^]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1') }
}

const sources = folders
  .filter(existsSync)
  .flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`),
  )
  .filter(path => /\.(ts|tsx|mjs)$/.test(path))
  .map(read)

const shipped = sources.filter(
  ({ path }) => !/(\.(test|soak|spec|testing|d)|\/testing(-\w+)?)\.tsx?$/.test(path),
)

/** Returns where shipped files in the given folders contain something forbidden. */
function places(pattern: RegExp, where: { inside: string[]; except?: RegExp }): string[] {
  return shipped
    .filter(({ path }) => where.inside.some(folder => path.startsWith(`${folder}/`)))
    .filter(({ path }) => !where.except?.test(path))
    .flatMap(({ path, code }) => Array.from(code.matchAll(pattern), ([found]) => `${path}: ${found.trim()}`))
}

const readsClock = /\bDate\.now\b|\bnew Date(\(\s*\)|(?![\w(]))|\bperformance\.now\b|\bTemporal\.Now\b/g

test('finds the sources', () => {
  expect(shipped.length).toBeGreaterThan(50)
  expect(sources.length).toBeGreaterThan(shipped.length)
})

test('only domain/cases.testing.ts uses the reference folder next to the repository', () => {
  const reaching = sources.filter(
    ({ path, code }) => path !== self && /\.\.\/shared\b|shared\/data/.test(code),
  )
  expect(reaching.map(({ path }) => path)).toEqual(['domain/cases.testing.ts'])
})

describe('the environment, the clock and randomness', () => {
  const product = ['domain', 'contract', 'simulator', 'server', 'web']

  test('only server/config.ts reads the environment', () => {
    const found = places(/\bprocess\.env\b|\bprocess\[/g, { inside: product, except: /^server\/config\.ts$/ })
    expect(found).toEqual([])
  })

  test('only server/platform/clock.ts reads the time in the server', () => {
    expect(places(readsClock, { inside: ['server'], except: /^server\/platform\/clock\.ts$/ })).toEqual([])
  })

  test('domain and simulator use neither a clock nor randomness', () => {
    const inside = ['domain', 'simulator']
    expect(places(readsClock, { inside })).toEqual([])
    expect(places(/\bMath\.random\b/g, { inside })).toEqual([])
    // A simulated device checks signatures and hashes, as a real one does.
    const except = /^simulator\/devices\//
    expect(places(/\bcrypto\b/g, { inside, except })).toEqual([])
    expect(places(/\brandom[A-Z]\w+/g, { inside })).toEqual([])
  })

  test('domain is synchronous', () => {
    const inside = ['domain']
    expect(places(/\basync\b|\bawait\b|\bPromise\b|\bsetTimeout\b|\bsetInterval\b/g, { inside })).toEqual([])
  })
})

describe('tables and paths', () => {
  const tables = readMigrations('server/migrations').flatMap(({ text }) =>
    Array.from(text.matchAll(/create table (\w+)/g), ([, name]) => name ?? ''),
  )

  test('only a room’s store.ts and the platform name tables', () => {
    const names = [...tables, 'schema_migrations'].join('|')
    const builder = String.raw`\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(`
    const plain = String.raw`\b(?:from|into|update|join)\s+(?:${names})\b`
    const except = /^server\/(platform\/|rooms\/.*\/store(\.ts|\/[^/]+\.ts)$)/
    expect(tables).toContain('customers')
    expect(places(new RegExp(`${builder}|${plain}`, 'g'), { inside: ['server'], except })).toEqual([])
  })

  test('code that reads or changes a customer’s rows takes the customer, or is marked system', () => {
    const migrations = readMigrations('server/migrations').map(({ text }) => text)
    const owned = migrations
      .flatMap(text => Array.from(text.matchAll(/create table (\w+) \(([^]*?)\n\);/g)))
      .filter(([, , columns = '']) => /^\s*customer_id /m.test(columns))
      .map(([, name = '']) => name)
      .join('|')
    const touches = new RegExp(
      String.raw`\.(?:selectFrom|updateTable|deleteFrom)\('(?:${owned})'|\b(?:from|update|join)\s+(?:${owned})\b`,
    )
    const functions = shipped
      .filter(({ path }) => /^server\/rooms\/.*\/store(\.ts|\/[^/]+\.ts)$/.test(path))
      .flatMap(({ path, code }) =>
        code.split(/^(?=(?:export )?(?:async )?function)/m).map(text => ({ path, text })),
      )
      .filter(({ text }) => text.startsWith('export'))
    expect(owned).toContain('locations')
    expect(functions.length).toBeGreaterThan(50)
    const careless = functions
      .filter(({ text }) => touches.test(text))
      .filter(({ text }) => !/scope|customer/i.test(text.slice(0, text.search(/\{\n/))))
    const named = careless.map(({ path, text }) => `${path}: ${/function\*? (\w+)/.exec(text)?.[1]}`)
    expect(named).toEqual([])
  })

  test('only contract contains API paths, except for the pages that show the contract', () => {
    const inside = ['domain', 'simulator', 'server', 'web']
    expect(places(/['"`]\/api\/(?!openapi\.json|docs\b)[\w/{}$.-]*/g, { inside })).toEqual([])
  })
})

describe('the structure of rooms', () => {
  const inside = ['server/rooms']
  const files = sources.map(({ path }) => path).filter(path => path.startsWith('server/rooms/'))

  test('only routes.ts, or the files in routes/, serve calls', () => {
    const except = /\/routes(\.ts|\/[^/]+\.ts)$/
    expect(places(/(?<![\w.])(?:serve|stream)\(/g, { inside, except })).toEqual([])
    expect(places(/(?<![\w.])serve\(/g, { inside }).length).toBeGreaterThan(200)
  })

  test('only index.ts, engine.ts and registers, which follow the change log, start tasks and subscribe', () => {
    const except = /\/(index|engine|([\w-]+-)?register)\.ts$/
    const starts = /\w*schedule\.every\(|\.subscribe(?:ToBatches)?\(/gi
    expect(places(starts, { inside, except })).toEqual([])
    expect(places(starts, { inside }).length).toBeGreaterThan(50)
  })

  test('files are named for their part or their subject', () => {
    const names = /\/([\w-]+-(store|routes|engine|book)|book)(\.test)?\.ts$/
    expect(files.filter(path => names.test(path))).toEqual([])
  })

  test('stores and routes are one file or one folder, not both', () => {
    const both = ['store', 'routes'].flatMap(part =>
      files.filter(
        path =>
          path.endsWith(`/${part}.ts`) && files.some(other => other.startsWith(path.replace('.ts', '/'))),
      ),
    )
    expect(both).toEqual([])
  })
})

describe('imports that lint cannot distinguish', () => {
  /** Imports from the root path are allowed within a room or screen, but not from another one. */
  function strays(home: string, allowed: (imported: string) => boolean): string[] {
    return sources
      .filter(({ path }) => path.startsWith(`${home}/`))
      .flatMap(({ path, code }) => {
        const own = path.slice(home.length + 1).split('/')[0]
        return Array.from(code.matchAll(new RegExp(`'#${home}/([^/']+)/([^']+)'`, 'g')))
          .filter(([, other = '', file = '']) => other !== own && !allowed(file))
          .map(([specifier]) => `${path}: ${specifier}`)
      })
  }

  test('a room uses another room only through its index', () => {
    expect(strays('server/rooms', file => file === 'index')).toEqual([])
  })

  test('no screen imports a screen', () => {
    expect(strays('web/screens', () => false)).toEqual([])
  })
})

describe('side effects', () => {
  test('only entry points have side effects; importing a module does nothing', () => {
    const except = /^server\/(main|admin)\.ts$|(worker|thread)\.ts$/
    expect(places(/^(?:await|void|if|for)\b.*|^[\w.]+\(.*/gm, { inside: ['server'], except })).toEqual([])
  })

  test('only web/data and web/session call the server; the map also fetches from the operator’s sources', () => {
    const except =
      /^web\/(data|session)\/|^web\/map\/from-elsewhere\.ts$|^web\/parts\/page\/fetched-part\.tsx$/
    const talks = /(?<![\w.])fetch\(|\bEventSource\b|\bXMLHttpRequest\b|\bsendBeacon\b|\bWebSocket\b/g
    expect(places(talks, { inside: ['web'], except })).toEqual([])
  })
})

describe('tidiness', () => {
  test('no folder is a catch-all', () => {
    const names = sources.flatMap(({ path }) => dirname(path).split('/'))
    expect(names.filter(name => ['utils', 'helpers', 'misc', 'common'].includes(name))).toEqual([])
  })

  test('no file is longer than 400 lines without a reason', () => {
    const long = sources.filter(({ path, text }) => text.split('\n').length > 401 && !longFiles[path])
    expect(long.map(({ path }) => path)).toEqual([])
  })

  test('no file bypasses the type checker', () => {
    const found = sources.filter(
      ({ code, text }) => /\bas any\b/.test(code) || /@ts-(?:ignore|nocheck)/.test(text),
    )
    expect(found.map(({ path }) => path).filter(path => path !== 'scripts/architecture.test.ts')).toEqual([])
  })
})
