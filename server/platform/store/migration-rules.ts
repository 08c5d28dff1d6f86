// During an upgrade the previous version runs alongside this one on the same database. What it still reads and writes
// may only be removed by a later version: expand first, contract a version later (docs/running-at-scale.md).

/** Returns why older versions cannot run alongside a migration, from its line `-- contracts: ...`; null if they can. */
export function contractsBecause(text: string): string | null {
  return /^-- contracts: *(\S.*)$/m.exec(text)?.[1]?.trim() ?? null
}

/** Changes that may break an older version, as patterns of plain SQL. */
const contracting: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['drops a table', /\bdrop\s+table\b/i],
  [
    'drops a column',
    /\bdrop\s+(column\b|(?!constraint|default|not|index|expression|identity)(if\s+exists\s+)?\w+\s*(,|$))/i,
  ],
  [
    'drops a view, function, type or sequence',
    /\bdrop\s+(materialized\s+view|view|function|type|sequence|trigger)\b/i,
  ],
  ['renames something', /\brename\b/i],
  ['changes the type of a column', /\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i],
  ['demands a value', /\bset\s+not\s+null\b/i],
  ['takes a default away', /\bdrop\s+default\b/i],
  ['adds a constraint', /\badd\s+(constraint|check|unique|primary|foreign|exclude)\b/i],
  [
    'adds a column that demands a value',
    /\badd\s+(column\s+)?(?!constraint)(if\s+not\s+exists\s+)?\w+\s+[^,]*\bnot\s+null\b(?![^,]*\bdefault\b)/i,
  ],
]

function withoutDefault(statement: string): string {
  // 'not null default x' and 'default x not null' are the same to an older version, which omits the column.
  return statement.replace(/\bdefault\s+[^,]*?\bnot\s+null\b/gi, 'default x')
}

/** Returns the statements of a migration that may break older versions. Only changes to existing tables matter. */
export function contractingStatements(text: string): string[] {
  const plain = text.replace(/--.*$/gm, '')
  const made = new Set(
    [...plain.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi)].map(([, name]) => name ?? ''),
  )
  return plain
    .split(/;[ \t]*(?:\n|$)/)
    .map(statement => statement.replace(/\s+/g, ' ').trim())
    .filter(statement => /^(alter|drop|create unique index)\b/i.test(statement))
    .filter(statement => {
      const table = /^(?:alter table|drop table)(?: if exists)?(?: only)? (\w+)/i.exec(statement)?.[1]
      const indexed = /^create unique index.*? on (\w+)/i.exec(statement)?.[1]
      return !made.has(table ?? indexed ?? '')
    })
    .flatMap(statement => {
      if (/^create unique index/i.test(statement)) return [`demands that rows differ: ${statement}`]
      const found = contracting.find(([, pattern]) => pattern.test(withoutDefault(statement)))
      return found ? [`${found[0]}: ${statement}`] : []
    })
}
