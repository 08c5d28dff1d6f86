import { keyBytes, pushStateOf, readPushWord, type PushFacts } from './push-state.ts'
import { expect, test } from 'vitest'

const on: PushFacts = {
  isSecure: true,
  isSupported: true,
  permission: 'granted',
  isSubscribed: true,
  isKnown: true,
  needsInstall: false,
}

test.each<[Partial<PushFacts>, string]>([
  [{}, 'on'],
  [{ isSubscribed: false }, 'off'],
  [{ permission: 'default' }, 'off'],
  [{ permission: 'denied' }, 'blocked'],
  [{ isSupported: false }, 'unsupported'],
  [{ isSupported: false, needsInstall: true }, 'not installed'],
  [{ isSecure: false, isSupported: false }, 'insecure'],
])('%j: %s', (facts, state) => expect(pushStateOf({ ...on, ...facts })).toBe(state))

test('ignores a subscription that the server has forgotten', () => {
  expect(pushStateOf({ ...on, isKnown: false })).toBe('off')
})

test('decodes the key as browsers spell it', () => {
  expect([...keyBytes('-_8A')]).toEqual([0xfb, 0xff, 0])
})

test.each([
  [{ kind: 'told' }, { kind: 'told' }],
  [
    { kind: 'open', path: '/?location=7' },
    { kind: 'open', path: '/?location=7' },
  ],
  [{ kind: 'open', path: '//evil.test' }, null],
  [{ kind: 'open', path: '/\\evil.test' }, null],
  [{ kind: 'open', path: 'https://evil.test' }, null],
  [{ kind: 'open' }, null],
  [{ kind: 'other' }, null],
  ['told', null],
  [null, null],
])('parses the worker’s message %j as %j', (data, word) => expect(readPushWord(data)).toEqual(word))
