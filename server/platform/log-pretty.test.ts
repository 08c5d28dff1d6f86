import { expect, it } from 'vitest'
import { prettyLine } from './log-pretty.ts'

const line = (fields: object) =>
  `${JSON.stringify({ level: 'warn', time: '2026-11-18T14:03:05.120Z', msg: 'a feed is silent', ...fields })}\n`

it('has time, level, message and details on one line', () => {
  expect(prettyLine(line({ feed: 'NWS', seconds: 40, none: null }))).toBe(
    '14:03:05 WARN  a feed is silent · feed=NWS seconds=40\n',
  )
})

it('shows an error with its stack below', () => {
  expect(prettyLine(line({ err: { message: 'no', stack: 'Error: no\n    at a.ts:1' } }))).toBe(
    '14:03:05 WARN  a feed is silent\n    Error: no\n        at a.ts:1\n',
  )
})

it('lets nothing from outside start a line or move the cursor', () => {
  const pretty = prettyLine(line({ name: 'x\n14:03:06 INFO all clear\u001b[2J' }))
  expect(pretty.split('\n')).toHaveLength(2)
  expect(pretty).not.toContain('\u001b')
})

it('leaves what is not JSON as it is', () => {
  expect(prettyLine('plain\n')).toBe('plain\n')
})
