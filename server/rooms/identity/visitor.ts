import type { FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { deviceName } from '#domain/access/device-name'

/** Where a visit to the identity pages comes from. */
export interface Visitor {
  readonly address: string
  readonly device: string
}

/** Visits to the OpenID Connect provider, which does not know which proxies are trusted. */
const visitors = new WeakMap<IncomingMessage, Visitor>()

export function visitorOf(request: FastifyRequest): Visitor {
  return { address: request.ip, device: deviceName(request.headers['user-agent']) }
}

export function rememberVisitor(request: FastifyRequest): void {
  visitors.set(request.raw, visitorOf(request))
}

const unknownVisitor: Visitor = { address: 'unknown', device: deviceName(undefined) }

export function rememberedVisitor(raw: IncomingMessage): Visitor {
  return visitors.get(raw) ?? unknownVisitor
}
