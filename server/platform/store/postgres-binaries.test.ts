import { expect, test } from 'vitest'
import { chooseLaunch, NotTried, type Run } from './postgres-binaries.ts'

const binaries = { postgres: '/nowhere/postgres', initdb: '/nowhere/initdb' }
const failed = (code: string) => Object.assign(new Error(`spawnSync ${code}`), { code })
const answering =
  (answer: Partial<ReturnType<Run>>): Run =>
  () => ({ status: null, signal: null, ...answer })
const choose = (run: Run) => chooseLaunch(binaries, undefined, undefined, run)

test.each([
  ['there is no memory for it', { error: failed('ENOMEM') }],
  ['there are too many processes', { error: failed('EAGAIN') }],
  ['there are too many open files', { error: failed('EMFILE') }],
  ['the system gives a reason that we do not know', { error: failed('EFUTURE') }],
  ['it was killed for the memory it used', { signal: 'SIGKILL' }],
] as const)('a failure to test PostgreSQL is inconclusive: %s', (_, answer) => {
  expect(() => choose(answering(answer))).toThrow(NotTried)
})

test.each([
  ['it is not there', { error: failed('ENOENT') }],
  ['it may not be run', { error: failed('EACCES') }],
  ['it is for another processor', { error: failed('ENOEXEC') }],
  ['it ran and failed', { status: 127 }],
  ['it needs instructions that this processor lacks', { signal: 'SIGILL' }],
] as const)('PostgreSQL does not run on this machine: %s', (_, answer) => {
  expect(choose(answering(answer))).toBeUndefined()
})

test('a later check that could not be made is inconclusive too', () => {
  let asked = 0
  const onceOnly: Run = () =>
    asked++ === 0 ? { status: 0, signal: null } : { error: failed('EAGAIN'), status: null, signal: null }
  // More than one check is needed only for root or a user without a name.
  if (process.getuid?.() === 0) expect(() => choose(onceOnly)).toThrow(NotTried)
  else expect(choose(onceOnly)).toEqual({ kind: 'as-is' })
})
