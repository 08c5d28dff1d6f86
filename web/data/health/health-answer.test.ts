import { healthOf } from './health-answer.ts'
import { expect, test } from 'vitest'

test.each([
  ['all of it holds', '{"ready":true,"checks":[{"name":"database","ready":true}]}', 'working'],
  ['one check does not hold', '{"ready":false,"checks":[{"name":"database","ready":false}]}', 'failing'],
  ['a proxy answers for a server that is gone', '<html><h1>502 Bad Gateway</h1></html>', 'unreachable'],
  ['a network asks for its password first', '<!doctype html><title>Welcome</title>', 'unreachable'],
  ['something else speaks JSON', '{"status":"ok"}', 'unreachable'],
  ['a word that is only alike', '{"ready":"true"}', 'unreachable'],
  ['nothing at all', '', 'unreachable'],
])('accepts only the server’s own response text: %s', (_, text, health) => {
  expect(healthOf(text)).toBe(health)
})
