import type { FastifyReply } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { escapeHtml } from './html.ts'

/** What a light page is told by its markup. */
export interface LightPage {
  readonly title: string
  /** Read by its script, as attributes. */
  readonly data: Readonly<Record<string, string>>
  /** Which sites may show it in a frame, in the words of a content policy. */
  readonly frameAncestors: string
}

export interface LightPages {
  /** Names the script: a page with another one loads itself again. */
  readonly build: string
  send(reply: FastifyReply, takesGzip: boolean, page: LightPage): FastifyReply
}

const mostKept = 500

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

function readBuilt(folder: string, name: string): string | undefined {
  const file = join(folder, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/**
 * Pages for everybody, with all that they need in one file: they stand in frames that have no origin, from which no
 * script of ours could be fetched. They get no cookie, may fetch from this server alone, and run no other script than
 * the one with this hash.
 */
export function createLightPages(webFolder: string, baseUrl: string): LightPages {
  const script = readBuilt(webFolder, 'embed.js')
  const style = readBuilt(webFolder, 'embed.css') ?? ''
  const build = sha256(`${script ?? ''} ${style}`).slice(0, 12)
  const rules = [
    "default-src 'none'",
    `script-src 'sha256-${sha256(script ?? '')}'`,
    `style-src 'sha256-${sha256(style)}'`,
    `img-src ${baseUrl}`,
    `connect-src ${baseUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]

  /** Hundreds ask for one page within a second, when a school tells its parents to look. */
  const gzipped = new Map<string, Buffer>()
  function gzippedPage(text: string): Buffer {
    const known = gzipped.get(text)
    if (known) return known
    if (gzipped.size >= mostKept) gzipped.clear()
    const made = gzipSync(text)
    gzipped.set(text, made)
    return made
  }

  return {
    build,
    send(reply, takesGzip, { title, data, frameAncestors }) {
      const attributes = Object.entries({ ...data, build })
        .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
        .join('')
      const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main id="page"${attributes}></main><script>${script}</script></body></html>`
      reply
        .headers({
          'content-security-policy': [...rules, `frame-ancestors ${frameAncestors}`].join('; '),
          'cross-origin-resource-policy': 'cross-origin',
          'referrer-policy': 'no-referrer',
          'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
          vary: 'accept-encoding',
        })
        .type('text/html; charset=utf-8')
      // An old header that knows no list of sites: browsers go by the policy, where both are there some do not.
      if (frameAncestors !== "'none'") reply.removeHeader('x-frame-options')
      return takesGzip ? reply.header('content-encoding', 'gzip').send(gzippedPage(text)) : reply.send(text)
    },
  }
}
