import type { FastifyRequest } from 'fastify'
import { identityPath } from './provider.ts'

const yearSeconds = 365 * 24 * 60 * 60

/** A value that the sign-in page stores in a browser for a year. It grants nothing. */
export interface YearCookie {
  valueIn(request: FastifyRequest): string | undefined
  /** Returns the header that stores a value. */
  header(value: string): string
}

/**
 * Over HTTPS the name has a prefix, which browsers accept only from HTTPS. `__Host-` would require the path of the
 * whole site.
 */
export function yearCookie(baseUrl: string, plainName: string): YearCookie {
  const isEncrypted = baseUrl.startsWith('https:')
  const name = isEncrypted ? `__Secure-${plainName}` : plainName
  return {
    valueIn({ headers }) {
      const pairs = (headers.cookie ?? '').split(/;\s*/)
      return pairs.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1)
    },
    header: value =>
      `${name}=${value}; Path=${identityPath}; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${isEncrypted ? '; Secure' : ''}`,
  }
}
