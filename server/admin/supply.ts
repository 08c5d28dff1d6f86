import { randomUUID } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMaterials, type Purpose } from './bill-of-materials.ts'
import { table, WrongUse, type AdminCommand } from './command.ts'
import { cyclonedx } from './cyclonedx.ts'

const root = join(import.meta.dirname, '..', '..')
const flags = { tools: 'Also lists the tools that only build and test Skywarden' }
const partsOf = (withTools: boolean): Purpose[] => [
  'server',
  'web',
  ...(withTools ? (['tools'] as const) : []),
]

const sbom: AdminCommand = {
  name: 'sbom',
  takes: '[FILE] [--tools]',
  does: 'Writes the bill of materials (CycloneDX 1.6, JSON) for the server and its pages to a new file, or prints it. Needs no database and no network.',
  words: ['a file name'],
  spareWords: 1,
  flags,
  async run({ words: [file], flag }, { clock, print }) {
    const bill = cyclonedx(readMaterials(root), partsOf(flag('tools')), randomUUID(), clock.now())
    const text = JSON.stringify(bill, null, 2)
    if (file === undefined) return print(text)
    if (existsSync(file)) throw new WrongUse(`${file} already exists.`)
    writeFileSync(file, `${text}\n`)
    print(`${file}: ${bill.components.length} packages.`)
  },
}

const licenses: AdminCommand = {
  name: 'licenses',
  takes: '[--tools]',
  does: 'Lists the packages used by the server and its pages, with their licenses. Needs no database and no network.',
  words: [],
  flags,
  async run({ flag }, { print }) {
    const parts = partsOf(flag('tools'))
    const listed = readMaterials(root).packages.filter(({ part }) => parts.includes(part))
    const counts = Map.groupBy(listed, ({ license }) => license ?? 'not stated')
    const rows = listed.map(({ name, version, part, license }) => [
      name,
      version,
      part,
      license ?? 'not stated',
    ])
    for (const line of table([['PACKAGE', 'VERSION', 'PART', 'LICENSE'], ...rows])) print(line)
    print('')
    const byCount = [...counts].toSorted(([, one], [, two]) => two.length - one.length)
    for (const [license, { length }] of byCount) print(`${String(length).padStart(5)}  ${license}`)
  },
}

export const supplyCommands = [sbom, licenses]
