import fastifyStatic from '@fastify/static'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { applicationPolicy, workerPolicy } from './headers.ts'
import { otherBuildWith } from './web-builds.ts'

const noncePlaceholder = '__CSP_NONCE__'

/** Sends the application for every path that is one of its pages. */
export type SendApplication = (reply: FastifyReply) => FastifyReply

function readPage(folder: string, name: string): string | undefined {
  const file = join(folder, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function warnUnbuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type('text/plain')
    .send('The web application has not been built. Run npm start to build it.')
}

/** Returns the hashes of the page's inline scripts, which need no request before the first paint. */
function scriptHashesOf(page: string): string[] {
  return Array.from(
    page.matchAll(/<script>(.*?)<\/script>/gs),
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  )
}

/**
 * Mounts the built web application: its files, which never change under their names, and its page, rendered for each
 * request.
 */
export async function mountWeb(
  app: FastifyInstance,
  folder: string,
  mapOrigins: readonly string[],
): Promise<SendApplication> {
  const page = readPage(folder, 'index.html')
  if (page) await mountFiles(app, folder)
  const scriptHashes = scriptHashesOf(page ?? '')

  // The application reads the redirect address; this page itself shows nothing.
  app.get('/silentrenew', (_request, reply) => reply.code(204).send())

  return reply => {
    if (!page) return warnUnbuilt(reply)
    const nonce = randomBytes(18).toString('base64')
    return reply
      .header('content-security-policy', applicationPolicy(nonce, mapOrigins, scriptHashes))
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(noncePlaceholder, nonce))
  }
}

const isWorker = (path: string) => /-worker\.js(\.br|\.gz)?$/.test(path) && !path.includes('/assets/')

/**
 * Returns the caching header. Files that control an installed application are revalidated each time: otherwise last
 * week's service worker would stay forever.
 */
function cachingOf(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  return isWorker(path) || path.endsWith('.webmanifest') ? 'no-cache' : 'public, max-age=300'
}

async function mountFiles(app: FastifyInstance, folder: string) {
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cachingOf(path))
      if (isWorker(path)) reply.header('content-security-policy', workerPolicy)
    },
  })
  // This build's files have their own routes, which take precedence.
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const asset = request.params['*']
    const other = otherBuildWith(folder, asset)
    return other === undefined ? reply.callNotFound() : reply.sendFile(`assets/${asset}`, other)
  })
}
