import type { Case } from './cases.testing.ts'

type Figures<Input> = Pick<Case<Input>, 'input' | 'expect' | 'tol'>

interface Published extends Pick<Case<unknown>, 'group' | 'tol' | 'tol_rel' | 'tol_minutes'> {
  /** Who published the figures, where and when. */
  readonly source: string
}

/** One source's figures as cases. */
export function published<Input>({
  source,
  cases,
  ...rest
}: Published & { readonly cases: readonly Figures<Input>[] }): readonly Case<Input>[] {
  if (cases.length === 0) throw new Error(`There are no figures of ${source}`)
  const usual = { tol: null, relative: null, minutes: null }
  return cases.map((one, index) => ({ id: `${source}, ${index + 1}`, usual, ...rest, ...one }))
}

function valueIn(cell: string): unknown {
  return /^(?:null|true|false|\[.*\]|-?[\d.]+(?:e-?\d+)?)$/.test(cell) ? JSON.parse(cell) : cell
}

/** A dash means that the row lacks this value. */
function valuesIn(names: readonly string[], cells: readonly string[]) {
  const named = names.map((name, index) => [name, cells[index] ?? '-'] as const)
  return Object.fromEntries(
    named.filter(([, cell]) => cell !== '-').map(([name, cell]) => [name, valueIn(cell)]),
  )
}

/**
 * A table of figures as cases, one per row. The first line names the inputs and, after the bar, the expected outputs;
 * `given` is added to every row.
 */
export function figures<Input>({
  table,
  given = {},
  ...about
}: Published & { readonly table: string; readonly given?: Partial<Input> }): readonly Case<Input>[] {
  const [names = [], ...rows] = table
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/))
  const bar = names.indexOf('|')
  const cases = rows.map((cells, index) => {
    if (bar < 1 || cells.length !== names.length || cells[bar] !== '|') {
      throw new Error(`Row ${index + 1} of ${about.source} does not fit its first line`)
    }
    const input = { ...given, ...valuesIn(names.slice(0, bar), cells.slice(0, bar)) } as Input
    const expected = valuesIn(names.slice(bar + 1), cells.slice(bar + 1)) as Case<Input>['expect']
    return { input, expect: expected }
  })
  return published<Input>({ ...about, cases })
}
