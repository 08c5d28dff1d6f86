import type { Call } from '#contract/call'
import * as z from 'zod/mini'
import { faultWords } from './fault-words.ts'
import { badInput, type FieldErrors } from './problems.ts'

/** Uses our message where a schema has none of its own, instead of the validator's. */
const asRead: z.core.ParseContext<z.core.$ZodIssue> = { reportInput: true, error: faultWords }

/** Turns `alertTimes`, 2, `startTime` into `AlertTimes[2].StartTime`. */
export function fieldKey(path: readonly PropertyKey[]): string {
  return path.reduce<string>((key, part) => {
    if (typeof part === 'number') return `${key}[${part}]`
    const name = String(part)
    const spelled = name.charAt(0).toUpperCase() + name.slice(1)
    return key === '' ? spelled : `${key}.${spelled}`
  }, '')
}

/**
 * The maximum number of errors, enough for a person. A client that sends megabytes of garbage must not block others
 * while a list of its errors is built.
 */
const mostFaults = 20

/** The errors found so far; full when the limit is reached. */
class Faults {
  readonly errors: FieldErrors = Object.create(null) as FieldErrors
  #count = 0

  get isFull(): boolean {
    return this.#count >= mostFaults
  }

  note(path: readonly PropertyKey[], message: string) {
    if (this.isFull) return
    ;(this.errors[fieldKey(path) || 'ServerErrors'] ??= []).push(message)
    if (++this.#count === mostFaults) {
      ;(this.errors['ServerErrors'] ??= []).push(`Only the first ${mostFaults} problems are listed.`)
    }
  }

  collect(issues: readonly z.core.$ZodIssue[], within: readonly PropertyKey[] = []) {
    for (const issue of issues) {
      if (this.isFull) return
      const path = [...within, ...issue.path]
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys.slice(0, mostFaults))
          this.note([...path, key], 'is not a field of this call')
        continue
      }
      const missing = issue.code === 'invalid_type' && issue.input === undefined
      this.note(path, missing ? 'is required' : issue.message)
    }
  }

  throwIfAny() {
    if (this.#count > 0) throw badInput({ ...this.errors })
  }
}

/**
 * Returns whether text can be stored as it was sent. With a lone surrogate or a NUL, the database would store something
 * else.
 */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function noteUnstorable(faults: Faults, value: unknown, path: readonly PropertyKey[]) {
  if (faults.isFull) return
  if (typeof value === 'string') {
    if (!isStorableText(value)) faults.note(path, 'contains characters that are not text')
  } else if (Array.isArray(value)) {
    value.forEach((entry, index) => noteUnstorable(faults, entry, [...path, index]))
  } else if (value !== null && typeof value === 'object') {
    for (const [name, entry] of Object.entries(value)) noteUnstorable(faults, entry, [...path, name])
  }
}

/** Returns what a schema requires of a list: the maximum length and the schema of its items. */
function listIn(shape: z.core.$ZodType): { entry: z.core.$ZodType; most: number } | undefined {
  const { def, bag } = (shape as z.core.$ZodTypes)._zod
  if (def.type === 'default' || def.type === 'optional' || def.type === 'nullable')
    return listIn(def.innerType)
  return def.type === 'array'
    ? { entry: def.element, most: (bag as { maximum?: number }).maximum ?? Infinity }
    : undefined
}

const fewEntries = 20

/**
 * Validates long lists item by item and stops early, because validating a whole list would report every error of every
 * item.
 */
function noteFaultyEntries(faults: Faults, shape: z.core.$ZodType, body: unknown) {
  const { def } = (shape as z.core.$ZodTypes)._zod
  if (def.type !== 'object' || body === null || typeof body !== 'object') return
  for (const [name, field] of Object.entries(def.shape)) {
    const list = listIn(field)
    const entries = (body as Record<string, unknown>)[name]
    if (!list || !Array.isArray(entries) || entries.length <= fewEntries) continue
    if (entries.length > list.most) {
      faults.note([name], `must have at most ${list.most} entries`)
      continue
    }
    for (const [index, entry] of entries.entries()) {
      const read = z.core.safeParse(list.entry, entry, asRead)
      if (!read.success) faults.collect(read.error.issues, [name, index])
      if (faults.isFull) return
    }
  }
}

export interface RawInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Validates the input against the call's schemas; throws with the invalid fields named. */
export function readInput(call: Call, raw: RawInput): { params: unknown; query: unknown; body: unknown } {
  const faults = new Faults()
  if (call.body) noteFaultyEntries(faults, call.body, raw.body)
  faults.throwIfAny()
  const read = (part: 'params' | 'query' | 'body') => {
    const parsed = call[part]?.safeParse(raw[part], asRead)
    if (parsed && !parsed.success) faults.collect(parsed.error.issues)
    if (parsed?.success) noteUnstorable(faults, parsed.data, [])
    return parsed?.data
  }
  const input = { params: read('params'), query: read('query'), body: read('body') }
  if (!call.query && raw.query && typeof raw.query === 'object') {
    for (const key of Object.keys(raw.query)) faults.note([key], 'is not a field of this call')
  }
  faults.throwIfAny()
  return input
}
