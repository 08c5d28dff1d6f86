/** Requests and responses of the simulated InformaCast: the parts of HTTP that matter. */
export interface InformacastRequest {
  readonly method: string
  /** The path below `/api`, with its query. */
  readonly path: string
  readonly authorization: string | undefined
  readonly body: string
}
export interface InformacastAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface Triggered {
  readonly scenarioId: string
  readonly siteId: string | null
}

interface Item {
  readonly id: string
  readonly name: string
}
interface Field {
  readonly id: string
  readonly variable: string
  readonly type: string
  readonly required: boolean
}
interface Scenario extends Item {
  readonly fields: readonly Field[]
}

export interface SimulatedInformacast {
  answer(request: InformacastRequest): InformacastAnswer
  /** The triggered scenarios, in order. */
  readonly triggered: readonly Triggered[]
}

export interface SimulatedInformacastOptions {
  /** The token that it accepts; any token if not set. */
  readonly token?: string
  /** More sites than fit on a page. */
  readonly sites?: readonly string[]
}

const uuid = (kind: number, number: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`

const siteField: Field = { id: uuid(9, 1), variable: 'site', type: 'site', required: true }
const scenarios: readonly Scenario[] = [
  { id: uuid(1, 1), name: 'Lightning: Seek Shelter', fields: [siteField] },
  { id: uuid(1, 2), name: 'Severe Weather', fields: [siteField] },
  { id: uuid(1, 3), name: 'All Staff Page', fields: [] },
  {
    id: uuid(1, 4),
    name: 'Evacuation (asks for a building)',
    fields: [siteField, { id: uuid(9, 2), variable: 'building', type: 'text', required: true }],
  },
]
const usualSites = ['Main Campus', 'Stadium', 'Athletic Fields']
const longestPage = 100

const answer = (status: number, body: unknown, headers = {}): InformacastAnswer => ({ status, headers, body })
const refusal = (status: number, type: string, message: string) => answer(status, { type, status, message })

/** Paginates like the real one: by `start`; `offset` is silently ignored. */
function page(items: readonly Item[], query: URLSearchParams): InformacastAnswer {
  const limit = Math.min(Number(query.get('limit') ?? longestPage) || longestPage, longestPage)
  const start = query.get('start')
  const from = Math.max(0, start === null ? 0 : items.findIndex(({ id }) => id === start))
  const data = items.slice(from, from + limit)
  const next = items[from + limit]?.id ?? null
  return answer(200, { total: items.length, partial: next !== null, previous: null, next, data })
}

/** Simulates the part of Singlewire's InformaCast API that triggers need. It reaches no one. */
export function createSimulatedInformacast(options: SimulatedInformacastOptions = {}): SimulatedInformacast {
  const sites = (options.sites ?? usualSites).map((name, index) => ({ id: uuid(2, index + 1), name }))
  const triggered: Triggered[] = []

  function isKnown(authorization: string | undefined): boolean {
    const [, token] = /^Bearer (.+)$/.exec(authorization ?? '') ?? []
    return token !== undefined && (options.token === undefined || token === options.token)
  }

  function trigger(query: URLSearchParams, text: string): InformacastAnswer {
    const scenario = scenarios.find(({ id }) => id === query.get('scenarioId'))
    if (!scenario) return refusal(404, 'not-found', 'Scenario not found')
    const body = JSON.parse(text || '{}') as { fields?: { fieldId: string; answer: string }[] }
    const given = new Map(body.fields?.map(field => [field.fieldId, field.answer]))
    const missing = scenario.fields.filter(field => field.required && !given.get(field.id))
    if (missing.length > 0)
      return refusal(400, 'validation', `Required: ${missing.map(field => field.variable).join(', ')}`)
    const siteId = given.get(siteField.id) ?? null
    if (siteId !== null && !sites.some(({ id }) => id === siteId))
      return refusal(400, 'validation', 'Site not found')
    triggered.push({ scenarioId: scenario.id, siteId })
    return answer(201, { events: [{ notification: { id: uuid(3, triggered.length) } }] })
  }

  return {
    triggered,
    answer({ method, path, authorization, body }) {
      if (!isKnown(authorization)) return refusal(401, 'unauthorized', 'Unauthorized')
      const [name = '', search] = path.split('?')
      const query = new URLSearchParams(search)
      const [, one] = /^\/v1\/scenarios\/([\w-]+)$/.exec(name) ?? []
      if (method === 'GET' && name === '/v1/sites') return page(sites, query)
      if (method === 'GET' && name === '/v1/scenarios') return page(scenarios, query)
      if (method === 'GET' && one !== undefined) {
        const found = scenarios.find(({ id }) => id === one)
        return found ? answer(200, found) : refusal(404, 'not-found', 'Scenario not found')
      }
      if (method === 'POST' && name === '/v1/scenario-notifications') return trigger(query, body)
      return refusal(404, 'not-found', 'Not found')
    },
  }
}
