import type { FastifyInstance } from 'fastify'

/** What a form has sent, by the names of its fields. */
export type Form = Readonly<Record<string, string>>

/** Makes an encapsulated part of the house understand forms: everywhere else a body is JSON. */
export function readForms(pages: FastifyInstance): void {
  pages.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
}
