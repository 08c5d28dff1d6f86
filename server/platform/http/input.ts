import type { Call } from '#contract/call'
import * as z from 'zod/mini'
import { faultWords } from './fault-words.ts'
import { badInput, type FieldErrors } from './problems.ts'

/** Where a shape has no words of its own, ours are used instead of the validator's. */
const asRead: z.core.ParseContext<z.core.$ZodIssue> = { reportInput: true, error: faultWords }

/** `alertTimes`, 2, `startTime` becomes `AlertTimes[2].StartTime`. */
export function fieldKey(path: readonly PropertyKey[]): string {
  return path.reduce<string>((key, part) => {
    if (typeof part === 'number') return `${key}[${part}]`
    const name = String(part)
    const spelled = name.charAt(0).toUpperCase() + name.slice(1)
    return key === '' ? spelled : `${key}.${spelled}`
  }, '')
}

/** As many faults as somebody reads. Whoever sends nonsense by the megabyte must not keep others waiting for a list of it. */
const mostFaults = 20

/** The faults found so far; full when there are enough of them. */
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

/** Half a character (a lone surrogate) or a NUL cannot be kept as it was sent: the database would keep something else. */
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

/** What a shape asks of a list: how many entries at most, and what each of them must be. */
function listIn(shape: z.core.$ZodType): { entry: z.core.$ZodType; most: number } | undefined {
  const { def, bag } = (shape as z.core.$ZodTypes)._zod
  if (def.type === 'default' || def.type === 'optional' || def.type === 'nullable')
    return listIn(def.innerType)
  return def.type === 'array'
    ? { entry: def.element, most: (bag as { maximum?: number }).maximum ?? Infinity }
    : undefined
}

const fewEntries = 20

/** Reads long lists entry by entry and stops early, since reading a whole one would list every fault of every entry. */
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

/** Reads what was sent by the shapes of the call, or throws with the faulty fields named. */
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
