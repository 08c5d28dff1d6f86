import type { FastifyReply, FastifyRequest } from 'fastify'

function policy(rules: Record<string, string>): string {
  return Object.entries(rules)
    .map(([name, value]) => (value === '' ? name : `${name} ${value}`))
    .join('; ')
}

const nothingAllowed = policy({
  'default-src': "'none'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
})

/** Returns the headers of every response. Pages replace the content security policy with their own. */
export function everyAnswer(https: boolean): Record<string, string> {
  return {
    'content-security-policy': nothingAllowed,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
    'cache-control': 'no-store',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/**
 * Returns the application's policy: its own scripts only, styles by nonce, no HTML from strings, and nothing from other
 * origins except map data, if the operator has configured one. Inline scripts are allowed by their hash.
 */
export function applicationPolicy(
  nonce: string,
  mapOrigins: readonly string[],
  scriptHashes: readonly string[] = [],
): string {
  return policy({
    'default-src': "'none'",
    'script-src': ["'self'", ...scriptHashes.map(hash => `'${hash}'`)].join(' '),
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': ["'self' data: blob:", ...mapOrigins].join(' '),
    'font-src': "'self'",
    // Needed for live cameras, because the player passes its segments to the browser as a blob.
    'media-src': "'self' blob:",
    'connect-src': ["'self'", ...mapOrigins].join(' '),
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'default',
  })
}

/** The push service worker connects to its own server only. */
export const workerPolicy = policy({ 'default-src': "'none'", 'connect-src': "'self'" })

/** Returns whether the client already has the version with this ETag. */
export function hasTag(request: FastifyRequest, tag: string): boolean {
  return request.headers['if-none-match']?.split(',').some(held => held.trim() === tag) ?? false
}

const plainPageRules = {
  'default-src': "'none'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
}

/** Server-rendered pages have no scripts. */
export const plainPagePolicy = policy(plainPageRules)

export const pageScriptPath = '/pages.js'

/** For pages with a password field: one script, allowed by its full address, and no others. */
export function scriptedPagePolicy(baseUrl: string): string {
  return policy({ ...plainPageRules, 'script-src': baseUrl + pageScriptPath })
}

export const passkeyScriptPath = '/passkeys.js'

/** For pages that offer passkeys: one more script, which asks our server for the data that the browser must sign. */
export function passkeyPagePolicy(baseUrl: string, askedPath: string): string {
  return policy({
    ...plainPageRules,
    'script-src': `${baseUrl}${pageScriptPath} ${baseUrl}${passkeyScriptPath}`,
    'connect-src': baseUrl + askedPath,
  })
}

export function asPlainPage(reply: FastifyReply): FastifyReply {
  return reply.header('content-security-policy', plainPagePolicy).type('text/html; charset=utf-8')
}

export function asScriptedPage(reply: FastifyReply, baseUrl: string): FastifyReply {
  return asPlainPage(reply).header('content-security-policy', scriptedPagePolicy(baseUrl))
}

/** `askedPath` must end with a slash, because only paths below it may be requested. */
export function asPasskeyPage(reply: FastifyReply, baseUrl: string, askedPath: string): FastifyReply {
  return asPlainPage(reply).header('content-security-policy', passkeyPagePolicy(baseUrl, askedPath))
}
