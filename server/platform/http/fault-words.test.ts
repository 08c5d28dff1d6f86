import * as z from 'zod/mini'
import { expect, it } from 'vitest'
import { faultWords } from './fault-words.ts'

it.each<[string, z.ZodMiniType, unknown, string]>([
  ['a number as text', z.number(), '12', 'must be a number'],
  ['a number that is endless', z.number(), Infinity, 'must be a number'],
  ['half of a whole number', z.number().check(z.int()), 1.5, 'must be a whole number'],
  ['text as a number', z.string(), 12, 'must be text'],
  ['text for a switch', z.boolean(), 'yes', 'must be true or false'],
  ['one thing for a list', z.array(z.string()), 'one', 'must be a list'],
  ['text for fields', z.strictObject({}), 'one', 'must be an object with fields'],
  ['another word', z.enum(['email', 'phone', 'text']), 'fax', 'must be email, phone or text'],
  ['another number', z.literal([1, 2]), 3, 'must be 1 or 2'],
  ['the only choice', z.literal(0), 1, 'must be 0'],
  ['too little', z.number().check(z.minimum(5)), 4, 'must be at least 5'],
  ['too much', z.number().check(z.maximum(5)), 6, 'must be at most 5'],
  ['a long text', z.string().check(z.maxLength(3)), 'four', 'must have at most 3 characters'],
  ['no text', z.string().check(z.minLength(1)), '', 'must not be empty'],
  ['a short list', z.array(z.number()).check(z.minLength(2)), [1], 'must have at least 2 entries'],
  [
    'a day for an instant',
    z.iso.datetime(),
    '2026-07-04',
    'must be a date and time like 2026-07-04T21:15:00Z',
  ],
  ['a word for a day', z.iso.date(), 'Tuesday', 'must be a date like 2026-07-04'],
  ['no address', z.email(), 'nowhere', 'must be an email address'],
  ['another pattern', z.string().check(z.regex(/^a$/)), 'b', 'is not in the expected form'],
  ['neither of two', z.union([z.string(), z.number()]), true, 'is not valid'],
])('rejects %s with a message that states what is expected', (_what, shape, given, words) => {
  const { error } = z.core.safeParse(shape, given, { reportInput: true, error: faultWords })
  expect(error?.issues.map(({ message }) => message)).toEqual([words])
})
