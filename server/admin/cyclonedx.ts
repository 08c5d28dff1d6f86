import type { Materials, Package, Purpose } from './bill-of-materials.ts'

/** Licenses with SPDX identifiers. Any other license is listed by its plain name. */
const spdx =
  `MIT MIT-0 Apache-2.0 ISC BSD-2-Clause BSD-3-Clause 0BSD MPL-2.0 BlueOak-1.0.0 OFL-1.1 CC0-1.0 CC-BY-3.0
  CC-BY-4.0 Unlicense WTFPL Zlib Python-2.0 PostgreSQL AFL-2.1 Artistic-2.0 LGPL-3.0-only LGPL-3.0-or-later`.split(
    /\s+/,
  )
const bySmallLetters = new Map(spdx.map(id => [id.toLowerCase(), id]))

/** A license expression as SPDX writes it; null if it contains a license that we do not know. */
export function spdxOf(license: string): string | null {
  const words = license.split(/([()\s]+|\bAND\b|\bOR\b)/)
  const known = words.map(word => {
    if (/^([()\s]*|AND|OR)$/.test(word)) return word
    return bySmallLetters.get(word.toLowerCase()) ?? null
  })
  return known.includes(null) ? null : known.join('')
}

function licensesOf(license: string | null) {
  if (license === null) return {}
  const expression = spdxOf(license)
  return { licenses: [expression === null ? { license: { name: license } } : { expression }] }
}

/** Packages with the scope `excluded` are not part of a running server or its pages. */
const scopeOf = ({ part, isOptional }: Package) =>
  part === 'tools' ? 'excluded' : isOptional ? 'optional' : 'required'

/** A bill of materials in CycloneDX 1.6 format. */
export function cyclonedx(materials: Materials, parts: readonly Purpose[], serial: string, now: Date) {
  const { root, packages, needs } = materials
  const listed = packages.filter(({ part }) => parts.includes(part))
  const refs = new Set(listed.map(({ purl }) => purl))
  const only = (purls: readonly string[]) => purls.filter(purl => refs.has(purl))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': root.purl,
        name: root.name,
        version: root.version,
        purl: root.purl,
        ...licensesOf(root.license),
      },
    },
    components: listed.map(each => ({
      type: 'library',
      'bom-ref': each.purl,
      name: each.name,
      version: each.version,
      scope: scopeOf(each),
      ...(each.sha512 !== null && { hashes: [{ alg: 'SHA-512', content: each.sha512 }] }),
      ...licensesOf(each.license),
      purl: each.purl,
      properties: [{ name: 'skywarden:part', value: each.part }],
    })),
    dependencies: [
      { ref: root.purl, dependsOn: only(needs) },
      ...listed.map(({ purl, needs: each }) => ({ ref: purl, dependsOn: only(each) })),
    ],
  }
}
