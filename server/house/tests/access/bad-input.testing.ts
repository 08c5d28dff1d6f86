import fc from 'fast-check'
import type { Call } from '#contract/call'
import type { Sample } from './sample.testing.ts'
import { samples } from './samples.testing.ts'
import type { TestHouse, TestPerson } from '#server/house/testing'

type Fields = Record<string, unknown>

const strangeText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '-1',
    '0',
    '1e309',
    'NaN',
    'null',
    '\u0000',
    '../..',
    "' or 1=1 --",
    '😀'.repeat(200),
  ),
)
/** A lone surrogate: JSON can express it, and no database can store it. */
const brokenText = fc.constantFrom('\ud800', 'Field \udfff', '\u0000', 'North\u0000 Field')
/** Numbers that JSON can express and a narrower column cannot store. */
const extremeNumber = fc.constantFrom(5e-324, -1e-320, 1e-40, 1e39, 1.7e308, 2 ** 31, 2 ** 53, -1, 0.5)
const strangeValue = fc.oneof(
  strangeText,
  brokenText,
  extremeNumber,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant(undefined),
)

/** Returns something else entirely, or the same value with an error inside. */
function spoiledWithin(thing: unknown, value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (Array.isArray(thing) && thing.length > 0)
    return fc.oneof(value, fc.tuple(...thing.map(each => spoiledWithin(each, value))))
  if (typeof thing === 'object' && thing !== null) return fc.oneof(value, spoiled(thing as Fields, value))
  return value
}

/** Generates a request with one or more fields corrupted, dropped or added. */
function spoiled(fields: Fields, value: fc.Arbitrary<unknown>): fc.Arbitrary<Fields> {
  const name = fc.oneof(
    fc.constantFrom('customerId', 'roleId', 'toString', 'constructor', ...Object.keys(fields)),
    fc.string({ maxLength: 12 }).filter(key => key !== '__proto__'),
  )
  const change = name.chain(key =>
    fc.tuple(fc.constant(key), spoiledWithin(Object.hasOwn(fields, key) ? fields[key] : undefined, value)),
  )
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map(changes => ({ ...fields, ...Object.fromEntries(changes) }))
}

/** Generates a corrupted body, which is one object or a list of them. */
function spoiledBody(body: NonNullable<Sample['body']>): fc.Arbitrary<unknown> {
  const things = [body].flat()
  const thing = fc.oneof(
    ...things.map(each => (typeof each === 'number' ? strangeValue : spoiled(each, strangeValue))),
  )
  return Array.isArray(body) ? fc.array(thing, { maxLength: 3 }) : thing
}

function spoiledSample(sample: Sample): fc.Arbitrary<{ params: Fields; query: Fields; body: unknown }> {
  const keep = <Value>(value: Value, strange: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 1, arbitrary: fc.constant(value) }, { weight: 3, arbitrary: strange })
  const params = Object.keys(sample.params ?? {})
  return fc.record({
    params: keep<Fields>(
      sample.params ?? {},
      fc.record(Object.fromEntries(params.map(name => [name, strangeText.filter(text => text !== '')]))),
    ),
    query: keep<Fields>(sample.query ?? {}, spoiled(sample.query ?? {}, strangeText)),
    body: sample.body
      ? keep<unknown>(sample.body, fc.oneof(spoiledBody(sample.body), fc.jsonValue()))
      : fc.constant(undefined),
  })
}

/** The validation library's default messages, which people never get because ours replace them. */
const validatorWords = /^(Invalid (input|option|string|number|key|value|ISO|UUID|e?mail)|Too (big|small))/i

/** Sends this many corrupted requests. Expects each status to be below 500, and each 400 to name the error. */
export async function sendBadInput(
  world: TestHouse,
  call: Call,
  caller: TestPerson,
  runs: number,
): Promise<void> {
  const sample = samples[call.name]?.({ caller, colleague: caller })
  if (!sample) throw new Error(`${call.name} has no sample request`)
  await fc.assert(
    fc.asyncProperty(spoiledSample(sample), async input => {
      const { status, body } = await world.ask(call, input, caller)
      // 503 is intentional: the data is not available right now.
      if (status >= 500 && status !== 503)
        throw new Error(`${call.name} answered ${status}: ${JSON.stringify(body)}`)
      if (status >= 400 && typeof body.responseException?.message !== 'string') {
        throw new Error(`${call.name} refused without a word: ${status} ${JSON.stringify(body)}`)
      }
      const reported = Object.values(body.responseException?.errors ?? {}).flat()
      if (reported.some(words => validatorWords.test(words)))
        throw new Error(`${call.name} answered in the words of its validator: ${JSON.stringify(body)}`)
    }),
    { numRuns: runs, interruptAfterTimeLimit: 15 * 60_000 },
  )
}
