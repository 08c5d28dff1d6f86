import type { FastifyInstance } from 'fastify'

/** The fields of a submitted form, by name. */
export type Form = Readonly<Record<string, string>>

/** Lets one encapsulated plugin accept forms: everywhere else a body is JSON. */
export function readForms(pages: FastifyInstance): void {
  pages.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
}
