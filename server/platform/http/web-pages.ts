import fastifyStatic from '@fastify/static'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { applicationPolicy, silentRenewPolicy } from './headers.ts'

const noncePlaceholder = '__CSP_NONCE__'

/** Sends the application itself, for every path that is a page of it. */
export type SendApplication = (reply: FastifyReply) => FastifyReply

/** The built web application: its files, which never change under their names, and its page, made anew each time. */
export async function mountWeb(app: FastifyInstance, folder: string): Promise<SendApplication> {
  if (!existsSync(join(folder, 'index.html'))) {
    return reply => reply.code(503).type('text/plain').send('The web application has not been built: npm start builds it.')
  }
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const silentRenew = readFileSync(join(folder, 'silentrenew.html'), 'utf8')

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const named = path.includes('/assets/')
      reply.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
    },
  })

  app.get('/silentrenew', (_request, reply) =>
    reply
      .header('content-security-policy', silentRenewPolicy)
      .header('x-frame-options', 'SAMEORIGIN')
      .type('text/html; charset=utf-8')
      .send(silentRenew),
  )

  return reply => {
    const nonce = randomBytes(18).toString('base64')
    return reply
      .header('content-security-policy', applicationPolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(noncePlaceholder, nonce))
  }
}
