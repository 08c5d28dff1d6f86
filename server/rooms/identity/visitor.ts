import type { FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { browserName } from '#domain/access/browser-name'

/** The origin of a visit to the identity pages. */
export interface Visitor {
  readonly address: string
  readonly device: string
}

/** The visitors behind requests to the OpenID Connect provider, which does not know which proxies are trusted. */
const visitors = new WeakMap<IncomingMessage, Visitor>()

const longestRead = 500
const deviceOf = (userAgent = '') => browserName(userAgent.slice(0, longestRead), 0)

export function visitorOf(request: FastifyRequest): Visitor {
  return { address: request.ip, device: deviceOf(request.headers['user-agent']) }
}

export function rememberVisitor(request: FastifyRequest): void {
  visitors.set(request.raw, visitorOf(request))
}

const unknownVisitor: Visitor = { address: 'unknown', device: deviceOf() }

export function rememberedVisitor(raw: IncomingMessage): Visitor {
  return visitors.get(raw) ?? unknownVisitor
}
