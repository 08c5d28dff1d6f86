import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { leanCode } from './lean-calls.ts'

const lean = (code: string) => leanCode(code, parseAst(code)).replaceAll(/\s+/g, ' ').trim()

test('a call keeps what is needed to make it and to read its response', () => {
  const code = `export const find = call({
    name: 'find', summary: 'Finds it', method: 'GET', path: '/api/{id}', who: 'signed-in',
    params: z.object({ id: idText }), query, reply: z.object({ id: z.number() }), current: shape, body: z.null(),
  })`
  expect(lean(code)).toBe(
    "export const find = call({ name: 'find', method: 'GET', path: '/api/{id}', who: 'signed-in', reply: z.object({ id: z.number() }), current: shape, })",
  )
})

test('leaves everything else unchanged', () => {
  const code = `export const shape = z.object({ summary: z.string(), body: z.string() }); const made = other({ body })`
  expect(lean(code)).toBe(code)
})
