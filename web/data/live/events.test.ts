import { expect, test } from 'vitest'
import { createEventReader } from './events.ts'

function readAll(pieces: readonly string[]) {
  const [data, retries]: [string[], number[]] = [[], []]
  const read = createEventReader(
    each => void data.push(each),
    each => void retries.push(each),
  )
  pieces.forEach(read)
  return { data, retries }
}

test('parses an event that arrives in pieces', () => {
  expect(readAll(['data: {"a"', ':1}\n', '\ndata: 2\n\n'])).toEqual({ data: ['{"a":1}', '2'], retries: [] })
})

test('reads the retry delay of a stopping server from an event without data', () => {
  expect(readAll(['data: 1\n\nretry: 200\nevent: closing\n\n'])).toEqual({ data: ['1'], retries: [200] })
})
