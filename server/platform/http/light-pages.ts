import type { FastifyReply } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { escapeHtml } from './html.ts'

/** The values that the server puts into a light page's HTML. */
export interface LightPage {
  readonly title: string
  /** Attributes that the page's script reads. */
  readonly data: Readonly<Record<string, string>>
  /** The sites that may frame the page, in content security policy syntax. */
  readonly frameAncestors: string
}

export interface LightPages {
  /** Identifies the script: a page that runs another version reloads itself. */
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
 * Creates public pages, each in a single file because they are shown in frames without an origin, which could not fetch
 * our scripts. They get no cookie, may fetch only from this server, and run only the script with this hash.
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

  // Without one, browsers ask for /favicon.ico. With the full address, because the policy allows only that one.
  const icon = `<link rel="icon" href="${escapeHtml(baseUrl)}/favicon.svg">`

  /** Hundreds of people open the same page within a second when a school asks parents to look. */
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
      const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>${icon}<style>${style}</style></head><body><main id="page"${attributes}></main><script>${script}</script></body></html>`
      reply
        .headers({
          'content-security-policy': [...rules, `frame-ancestors ${frameAncestors}`].join('; '),
          'cross-origin-resource-policy': 'cross-origin',
          'referrer-policy': 'no-referrer',
          'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
          vary: 'accept-encoding',
        })
        .type('text/html; charset=utf-8')
      // X-Frame-Options cannot list sites. Browsers follow the policy, but some do not if both headers are present.
      if (frameAncestors !== "'none'") reply.removeHeader('x-frame-options')
      return takesGzip ? reply.header('content-encoding', 'gzip').send(gzippedPage(text)) : reply.send(text)
    },
  }
}
