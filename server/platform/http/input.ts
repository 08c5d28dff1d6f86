import type { Call } from '#contract/call'
import type * as z from 'zod/mini'
import { badInput, type FieldErrors } from './problems.ts'

/** `alertTimes`, 2, `startTime` becomes `AlertTimes[2].StartTime`. */
export function fieldKey(path: readonly PropertyKey[]): string {
  return path.reduce<string>((key, part) => {
    if (typeof part === 'number') return `${key}[${part}]`
    const name = String(part)
    const spelled = name.charAt(0).toUpperCase() + name.slice(1)
    return key === '' ? spelled : `${key}.${spelled}`
  }, '')
}

function note(errors: FieldErrors, key: string, message: string) {
  ;(errors[key] ??= []).push(message)
}

function collect(errors: FieldErrors, issues: readonly z.core.$ZodIssue[]) {
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        note(errors, fieldKey([...issue.path, key]), 'is not a field of this call')
      continue
    }
    const missing = issue.code === 'invalid_type' && issue.input === undefined
    note(errors, fieldKey(issue.path) || 'ServerErrors', missing ? 'is required' : issue.message)
  }
}

export interface RawInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Reads what was sent by the shapes of the call, or throws with every faulty field named. */
export function readInput(call: Call, raw: RawInput): { params: unknown; query: unknown; body: unknown } {
  const errors: FieldErrors = Object.create(null) as FieldErrors
  const read = (part: 'params' | 'query' | 'body') => {
    const parsed = call[part]?.safeParse(raw[part], { reportInput: true })
    if (parsed && !parsed.success) collect(errors, parsed.error.issues)
    return parsed?.data
  }
  const input = { params: read('params'), query: read('query'), body: read('body') }
  if (!call.query && raw.query && typeof raw.query === 'object') {
    for (const key of Object.keys(raw.query)) note(errors, fieldKey([key]), 'is not a field of this call')
  }
  if (Object.keys(errors).length > 0) throw badInput({ ...errors })
  return input
}
