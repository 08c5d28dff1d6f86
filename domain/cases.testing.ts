/** The domain does not depend on Node. These few declarations are for tests only. */
declare const process: {
  getBuiltinModule(name: 'node:fs'): {
    existsSync(path: string): boolean
    readFileSync(path: string, encoding: 'utf8'): string
  }
}

type Tolerance = number | Readonly<Record<string, number>> | null | undefined

/** One reference case: the input, the expected output and the tolerance. */
export interface Case<Input> {
  readonly id: string
  readonly group: string
  readonly input: Input
  readonly expect: Readonly<Record<string, number | string | boolean | null | readonly boolean[]>>
  readonly tol?: Tolerance
  readonly tol_rel?: number
  readonly tol_minutes?: number
  /** The distance along the ellipsoid, which some distance cases include. */
  readonly wgs84Km?: number
  /** The file's tolerance, used if the case has none of its own. */
  readonly usual: {
    readonly tol: Tolerance
    readonly relative: number | null
    readonly minutes: number | null
  }
}

interface CaseFile<Input> {
  readonly count: number
  readonly default_tolerance?: Tolerance
  readonly default_tolerance_rel?: number
  readonly default_tolerance_minutes?: number
  readonly cases: readonly Omit<Case<Input>, 'usual'>[]
}

const fs = process.getBuiltinModule('node:fs')

function readFile<Input>(path: string): readonly Case<Input>[] {
  const file = JSON.parse(fs.readFileSync(path, 'utf8')) as CaseFile<Input>
  if (file.count === 0 || file.cases.length !== file.count) throw new Error(`${path} is not complete`)
  const usual = {
    tol: file.default_tolerance,
    relative: file.default_tolerance_rel ?? null,
    minutes: file.default_tolerance_minutes ?? null,
  }
  return file.cases.map(one => ({ ...one, usual }))
}

/**
 * A quantity's reference cases: the built-in ones, which a plain clone has, and many more if the reference folder is
 * next to the repository. Only this file uses that folder.
 */
export function readCases<Input>(
  quantity: string,
  own: readonly Case<Input>[],
  folder = '../shared/data/science',
): readonly Case<Input>[] {
  if (own.length === 0) throw new Error(`There are no cases of our own for ${quantity}`)
  return fs.existsSync(folder) ? [...own, ...readFile<Input>(`${folder}/${quantity}.json`)] : own
}

/** Path of a public source's recorded response; null if that folder is not next to the repository. */
export function samplePath(name: string, folder = '../shared/data/samples'): string | null {
  if (!fs.existsSync(folder)) return null
  const path = `${folder}/${name}`
  if (!fs.existsSync(path)) throw new Error(`${path} is missing`)
  return path
}

/** The cases in the given groups. Throws for an empty group, because a test without cases cannot fail. */
export function ofGroups<Input>(cases: readonly Case<Input>[], ...groups: string[]): readonly Case<Input>[] {
  const empty = groups.filter(name => !cases.some(one => one.group === name))
  if (empty.length > 0) throw new Error(`There are no cases in ${empty.join(', ')}`)
  return cases.filter(one => groups.includes(one.group))
}

function named(tol: Tolerance, key: string): number | null {
  return (typeof tol === 'number' ? tol : tol?.[key]) ?? null
}

function allowance(one: Case<unknown>, key: string, expected: number): number {
  const own = named(one.tol, key)
  if (own !== null) return own
  if (one.tol_rel !== undefined) return one.tol_rel * Math.abs(expected)
  const usual = named(one.usual.tol, key)
  return usual ?? (one.usual.relative ?? 0) * Math.abs(expected)
}

const isAngle = (key: string) => /azimuth|direction|heading|bearing/i.test(key)
const apart = (a: number, b: number) => Math.abs(((((a - b) % 360) + 540) % 360) - 180)
const isClock = (value: unknown): value is string => typeof value === 'string' && /^\d\d:\d\d$/.test(value)

/** The minute of the day for a clock time or a UTC time. */
function minuteOfDay(value: string | number): number {
  if (typeof value === 'number') return (value / 60_000) % 1440
  return Number(value.slice(0, 2)) * 60 + Number(value.slice(3))
}

function agrees(one: Case<unknown>, key: string, found: unknown): boolean {
  const expected = one.expect[key]
  if (isClock(expected)) {
    if (typeof found !== 'number') return false
    const minutes = minuteOfDay(found) - minuteOfDay(expected)
    return apart(minutes / 4, 0) * 4 <= (one.tol_minutes ?? one.usual.minutes ?? 0)
  }
  if (typeof expected === 'object') return JSON.stringify(found) === JSON.stringify(expected)
  if (typeof expected !== 'number') return found === expected
  if (typeof found !== 'number') return false
  const off = isAngle(key) ? apart(found, expected) : Math.abs(found - expected)
  return off <= allowance(one, key, expected)
}

/** Every expectation that a case did not meet. Clock times are given as milliseconds. */
export function misses(one: Case<unknown>, found: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(one.expect)
    .filter(([key]) => !agrees(one, key, found[key]))
    .map(([key, expected]) => `${key}: ${String(expected)} expected, ${String(found[key])} found`)
}

/** Forms that a missing or broken observation may take. */
export const gaps = [null, NaN, Infinity, -Infinity] as const

/** Whether a result is free of invalid numbers, at any depth. */
export function isSound(answer: unknown): boolean {
  if (typeof answer === 'number') return Number.isFinite(answer)
  if (answer === undefined) return false
  if (answer === null || typeof answer !== 'object') return true
  return Object.values(answer).every(isSound)
}
