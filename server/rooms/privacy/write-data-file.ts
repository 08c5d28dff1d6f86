import { sectionNames, type SectionName } from '#domain/privacy/stored-data'
import type { Entry, PersonalData, PersonOfCustomer, ReadSection } from '#server/platform/personal-data'
import type { Db } from '#server/platform/store/index'

/** The readers for each section, from every room that has a part of it. */
export type Sections = ReadonlyMap<SectionName, readonly ReadSection[]>

export function sectionsOf(parts: readonly PersonalData[]): Sections {
  return new Map(
    sectionNames.map(name => [
      name,
      parts.flatMap(({ sections }) => (sections?.[name] ? [sections[name]] : [])),
    ]),
  )
}

/** More entries than anyone has; beyond this the file is truncated with a note, so that it cannot fill a disk. */
const mostEntries = 100_000

interface About {
  readonly person: PersonOfCustomer
  readonly name: string
  readonly organization: string
  readonly now: Date
}

/**
 * Writes the file with everything that is stored about a person, piece by piece: it is never in memory as a whole. Its
 * format is described in docs/privacy.md.
 */
export async function* writeDataFile(db: Db, sections: Sections, about: About): AsyncGenerator<string> {
  const { person, name, organization, now } = about
  const head = { format: 'skywarden-personal-data', version: 1, created: now, person: name, organization }
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "data": {`
  const cut: SectionName[] = []
  let isFirst = true
  for (const [section, readers] of sections) {
    yield `${isFirst ? '' : ','}\n    ${JSON.stringify(section)}: [`
    isFirst = false
    let written = 0
    for await (const entry of entriesOf(db, person, readers)) {
      if (written === mostEntries) {
        cut.push(section)
        break
      }
      yield `${written === 0 ? '' : ','}\n      ${JSON.stringify(entry)}`
      written++
    }
    yield written === 0 ? ']' : '\n    ]'
  }
  yield `\n  },\n  "incomplete": ${JSON.stringify(cut)}\n}\n`
}

async function* entriesOf(
  db: Db,
  person: PersonOfCustomer,
  readers: readonly ReadSection[],
): AsyncGenerator<Entry> {
  for (const read of readers) for await (const page of read(db, person)) yield* page
}
