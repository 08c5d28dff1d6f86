import { readFileSync } from 'node:fs'
import { samplePath } from '#domain/cases.testing'

/** Whether real messages of instruments are available next to the repository. */
export const hasInstrumentSamples = samplePath('instruments/SOURCES.md') !== null

export function instrumentSample(name: string): string {
  return readFileSync(samplePath(`instruments/${name}`) ?? '', 'utf8')
}

/** Returns the fields of a sample that is a flat JSON object or a Python dictionary. */
export function sampleFields(name: string): ReadonlyMap<string, string> {
  const text = instrumentSample(name)
  const object = text.slice(text.indexOf('{')).replace(/,\s*}/, '}')
  return new Map(Object.entries(JSON.parse(object) as object).map(([key, value]) => [key, String(value)]))
}
