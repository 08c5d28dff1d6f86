import { saidOfNow } from './hazards.ts'
import { expect, test } from 'vitest'

const answered = (data: readonly string[] | undefined, isError = false) => ({ data, isError })

test.each([
  ['nothing, from a server that responds', answered([]), false, []],
  ['nothing, from a server that fell silent', answered([]), true, undefined],
  ['a warning, from a server that fell silent', answered(['Wind']), true, ['Wind']],
  ['a failure', answered(['Wind'], true), false, undefined],
  ['no answer yet', answered(undefined), false, undefined],
])('%s', (_, query, isServerSilent, reported) => expect(saidOfNow(query, isServerSilent)).toEqual(reported))
