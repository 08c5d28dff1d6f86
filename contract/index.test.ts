import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allCalls, callsByRoom } from './index.ts'

/** The names of a call's parameters in its path and in its shape. */
function parametersInPath(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name ?? '')
}

describe('API calls', () => {
  test('exist for every room', () => {
    for (const [room, calls] of Object.entries(callsByRoom)) expect(calls.length, room).toBeGreaterThan(0)
  })

  test('each have a unique name and a unique method and path, ignoring case', () => {
    const names = allCalls.map(call => call.name)
    const doors = allCalls.map(call => `${call.method} ${call.path.toLowerCase().replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(doors).size).toBe(doors.length)
  })

  test.each(allCalls.map(call => [call.name, call] as const))('%s is well formed', (_, call) => {
    expect(call.path).toMatch(/^\/(api|identity|ingest|radar)(\/([\w-]+|\{\w+\}))+$/)
    expect(call.summary).toMatch(/^[A-Z].*[^.]$/)
    expect(call.method === 'GET' && call.body !== undefined, 'a GET has no body').toBe(false)
    if (typeof call.who !== 'string') {
      expect(call.who.roles ?? call.who.permissions, 'a rule asks for something').toBeDefined()
    }
  })

  test.each(allCalls.map(call => [call.name, call] as const))(
    '%s takes the parameters that its path names',
    (_, call) => {
      const shape = call.params instanceof z.ZodMiniObject ? Object.keys(call.params.shape) : []
      expect(shape.toSorted()).toEqual(parametersInPath(call.path).toSorted())
    },
  )

  const inputs = allCalls.flatMap(call =>
    (['params', 'query', 'body'] as const).flatMap(part => {
      const shape = call[part]
      // A list of numbers has no fields.
      const element = shape instanceof z.ZodMiniArray ? shape._zod.def.element : undefined
      const hasFields = element === undefined || element instanceof z.ZodMiniObject
      return shape && hasFields ? [[call.name, part, shape] as const] : []
    }),
  )

  test.each(inputs)('%s rejects unknown fields in its %s', (_name, _part, shape) => {
    const unknown = { 'no such field': 1 }
    const parsed = z.safeParse(shape, shape instanceof z.ZodMiniArray ? [unknown] : unknown)
    expect(parsed.error?.issues.map(issue => issue.code)).toContain('unrecognized_keys')
  })
})
