import type { FastifyInstance } from 'fastify'
import { Problem } from './problems.ts'

/** No input that we accept is nested deeper, and parsing a million brackets takes a second. */
const deepest = 12

/** Returns whether brackets are nested deeper than anything we accept. Brackets inside strings are ignored. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let inText = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (inText) {
      if (code === 0x5c) index++
      else if (code === 0x22) inText = false
    } else if (code === 0x22) inText = true
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}

/** Parses JSON as the framework does, but rejects anything that would take long to parse. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isTooDeep(body as string)) done(new Problem(400, 'The request is nested too deeply.'))
    else void parse(request, body as string, done)
  })
}
