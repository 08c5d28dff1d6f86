import type * as z from 'zod/mini'

const types: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object with fields',
  record: 'must be an object with fields',
  null: 'must be empty',
}

const formats: Readonly<Record<string, string>> = {
  datetime: 'must be a date and time like 2026-07-04T21:15:00Z',
  date: 'must be a date like 2026-07-04',
  time: 'must be a time like 21:15:00',
  email: 'must be an email address',
  url: 'must be a web address',
  uuid: 'must be a UUID',
  ipv4: 'must be an IP address',
  ipv6: 'must be an IP address',
}

/** The unit of a size limit, for limits that are not on the number itself. */
const counted: Readonly<Record<string, string>> = { string: 'characters', array: 'entries', set: 'entries' }

function limitWords(least: boolean, limit: number | bigint | Date, origin: string): string {
  const amount = limit instanceof Date ? limit.toISOString() : String(limit)
  const bound = `at ${least ? 'least' : 'most'} ${amount}`
  const unit = counted[origin]
  if (unit === undefined) return `must be ${bound}`
  if (least && amount === '1') return 'must not be empty'
  return `must have ${bound} ${unit}`
}

function choiceWords(values: readonly unknown[]): string {
  const words = values.map(String)
  const last = words.at(-1) ?? ''
  return words.length < 2 ? `must be ${last}` : `must be ${words.slice(0, -1).join(', ')} or ${last}`
}

/**
 * Describes what is wrong with a field, where its schema has no message of its own. The text follows the field's name:
 * 'Threshold must be a number'.
 */
export function faultWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? 'is not valid'
    case 'invalid_value':
      return choiceWords(issue.values)
    case 'too_small':
      return limitWords(true, issue.minimum, issue.origin)
    case 'too_big':
      return limitWords(false, issue.maximum, issue.origin)
    case 'invalid_format':
      return formats[issue.format] ?? 'is not in the expected form'
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    default:
      return 'is not valid'
  }
}
