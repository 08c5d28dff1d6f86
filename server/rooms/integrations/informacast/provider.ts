import * as z from 'zod/mini'
import type { Fired } from '#domain/integrations/informacast'
import { retryAfterMs } from '#domain/integrations/webhook'
import { secondMs } from '#server/platform/clock'
import { NotOutside, type AskOutside, type OutsideAnswer } from '#server/platform/outside/index'

export interface ProviderItem {
  readonly id: string
  readonly name: string
}

/** Why the provider could not be called, as text. */
export class ProviderFault extends Error {
  readonly status: number | null

  constructor(message: string, status: number | null = null) {
    super(message)
    this.status = status
  }
}

export type FiredAnswer = Fired & { readonly ref?: string; readonly retryAfterMs?: number | null }

/** The part of the InformaCast API that triggers need. Tokens are passed in and never returned. */
export interface Provider {
  /** Whether a token is valid and can read everything that triggers need. */
  verify(token: string): Promise<boolean>
  sites(token: string): Promise<ProviderItem[]>
  scenarios(token: string): Promise<ProviderItem[]>
  trigger(token: string, scenarioId: string, siteId: string, nowMs: number): Promise<FiredAnswer>
}

const timeoutMs = 15 * secondMs
const longestAnswerBytes = 1_000_000
const perPage = 100
const mostPages = 50

const item = z.object({ id: z.string(), name: z.string() })
const list = z.object({
  total: z.optional(z.nullable(z.number())),
  next: z.optional(z.nullable(z.string())),
  data: z.array(item),
})
const scenario = z.object({
  fields: z.optional(
    z.nullable(
      z.array(
        z.object({
          id: z.string(),
          variable: z.optional(z.nullable(z.string())),
          type: z.optional(z.nullable(z.string())),
        }),
      ),
    ),
  ),
})
const notified = z.object({
  events: z.optional(z.array(z.object({ notification: z.optional(z.object({ id: z.string() })) }))),
})

/** Errors that occur before a request is sent, so it cannot have had any effect. */
const notReached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

function isNotReached(error: unknown): boolean {
  return error instanceof NotOutside || notReached.has((error as { code?: string }).code ?? '')
}

/** The scenario's question to which the site is the answer. */
function siteFieldOf(fields: z.output<typeof scenario>['fields']): string | undefined {
  const found =
    fields?.find(({ type }) => /^sites?$/i.test(type ?? '')) ??
    fields?.find(({ variable }) => /site/i.test(variable ?? ''))
  return found?.id
}

const parsed = (answer: OutsideAnswer): unknown => JSON.parse(answer.body.toString('utf8') || '{}')

export function createInformacastProvider(baseUrl: string, ask: AskOutside): Provider {
  const headersOf = (token: string) => ({
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    'user-agent': 'Skywarden/1.0',
  })

  async function get<Shape extends z.ZodMiniType>(
    token: string,
    path: string,
    shape: Shape,
  ): Promise<z.output<Shape>> {
    const headers = headersOf(token)
    const url = baseUrl + path
    const answer = await ask({ url, method: 'GET', headers, timeoutMs, maxAnswerBytes: longestAnswerBytes })
    if (answer.status !== 200)
      throw new ProviderFault(`InformaCast responded with ${answer.status}`, answer.status)
    return shape.parse(parsed(answer))
  }

  /** Reads pages until there is no next page or a page repeats, because some paging parameters are silently ignored. */
  async function all(token: string, path: string): Promise<ProviderItem[]> {
    const found = new Map<string, ProviderItem>()
    let start: string | null = null
    for (let pages = 0; pages < mostPages; pages++) {
      const from: string = start === null ? '' : `&start=${encodeURIComponent(start)}`
      const { data, next, total }: z.output<typeof list> = await get(
        token,
        `${path}?limit=${perPage}${from}`,
        list,
      )
      const before = found.size
      for (const each of data) found.set(each.id, each)
      const isRepeated = found.size === before
      if (!next || isRepeated || (typeof total === 'number' && found.size >= total)) break
      start = next
    }
    return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  }

  return {
    async verify(token) {
      try {
        await get(token, '/v1/scenarios?limit=1', list)
        await get(token, '/v1/sites?limit=1', list)
        return true
      } catch (error) {
        if (error instanceof ProviderFault && (error.status === 401 || error.status === 403)) return false
        throw error
      }
    },
    sites: token => all(token, '/v1/sites'),
    scenarios: token => all(token, '/v1/scenarios'),
    async trigger(token, scenarioId, siteId, nowMs) {
      let fieldId: string | undefined
      try {
        const { fields } = await get(token, `/v1/scenarios/${encodeURIComponent(scenarioId)}`, scenario)
        fieldId = siteFieldOf(fields)
      } catch (error) {
        // Whatever failed, nothing has been triggered yet.
        if (error instanceof ProviderFault && error.status !== null && error.status < 500)
          return { kind: 'answered', status: error.status }
        return { kind: 'not reached', because: 'InformaCast could not be queried about the scenario' }
      }
      const body = JSON.stringify(fieldId === undefined ? {} : { fields: [{ fieldId, answer: siteId }] })
      const url = `${baseUrl}/v1/scenario-notifications?scenarioId=${encodeURIComponent(scenarioId)}`
      const headers = { ...headersOf(token), 'content-type': 'application/json' }
      try {
        const answer = await ask({ url, headers, body, timeoutMs, maxAnswerBytes: longestAnswerBytes })
        const { status } = answer
        const ref =
          status < 300 ? notified.safeParse(parsed(answer)).data?.events?.[0]?.notification?.id : undefined
        return {
          kind: 'answered',
          status,
          retryAfterMs: retryAfterMs(answer.retryAfter, nowMs),
          ...(ref !== undefined && { ref }),
        }
      } catch (error) {
        return isNotReached(error)
          ? { kind: 'not reached', because: 'InformaCast could not be reached' }
          : { kind: 'lost', because: 'InformaCast did not respond to the request' }
      }
    },
  }
}
