import {
  createScenarioMapping,
  deleteConnection,
  deleteScenarioMapping,
  getConnection,
  listScenarioFirings,
  listScenarioMappings,
  listSinglewireScenarios,
  listSinglewireSites,
  saveConnection,
  verifyConnection,
  type InformacastConnection,
  type ScenarioFiring,
  type ScenarioMapping,
} from '#contract/messages/informacast'
import { recordAudit } from '#server/platform/audit'
import type { Caller } from '#server/platform/http/caller'
import { badInput, notFound, Problem, serverRefusal, unavailable } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Log } from '#server/platform/log'
import type { Secrets } from '#server/platform/secrets'
import type { Db } from '#server/platform/store/index'
import { seizeCustomer } from '#server/rooms/customers/index'
import { holdGroup } from '#server/rooms/groups/index'
import { findOrganizationLocation, type LocationRegister } from '#server/rooms/locations/index'
import { listFirings, type FiringRow } from './store/firings.ts'
import { ProviderFault, type Provider, type ProviderItem } from './provider.ts'
import * as store from './store/settings.ts'

/** One storm may fire all of a customer's triggers. With more of them, calling the provider would take minutes. */
const mostTriggers = 100

export interface InformacastRouteDeps {
  readonly db: Db
  readonly log: Log
  readonly secrets: Secrets
  readonly provider: Provider
  /** Whether the provider is simulated. */
  readonly simulated: boolean
  readonly locations: Pick<LocationRegister, 'standingFor'>
}

const wireConnection = (row: store.ConnectionRow): InformacastConnection => ({
  id: row.id,
  customerId: row.customer_id,
  webhookId: row.id,
  simulated: row.simulated,
  verified: row.verified_at.toISOString(),
})

const wireFiring = (row: FiringRow): ScenarioFiring => ({
  id: row.id,
  locationName: row.location_name,
  policyGroupName: row.group_name,
  scenarioName: row.scenario_name,
  siteName: row.site_name,
  because: row.because,
  simulated: row.simulated,
  state: row.state,
  attempts: row.attempts,
  created: row.created_at.toISOString(),
  settled: row.settled_at?.toISOString() ?? null,
  lastError: row.last_error,
})

/** The caller's own customer, or any customer for a Super Admin. Does not reveal whether other customers exist. */
function customerFor(caller: Caller, id: number): number {
  if (caller.role !== 'SuperAdmin' && id !== caller.customerId) throw notFound('This customer')
  return id
}

export function informacastRoutes(deps: InformacastRouteDeps): Served[] {
  const { db, log, secrets, provider, simulated, locations } = deps

  const wireMapping = (row: store.NamedMapping): ScenarioMapping => ({
    id: row.id,
    integrationConfigId: row.connection_id,
    organizationLocationId: row.organization_location_id,
    organizationLocationName: row.location_name,
    policyGroupId: row.user_group_id,
    policyGroupName: row.group_name,
    singlewireSiteId: row.singlewire_site_id,
    singlewireSiteName: row.singlewire_site_name,
    singlewireScenarioId: row.singlewire_scenario_id,
    singlewireScenarioName: row.singlewire_scenario_name,
    isWatched: locations.standingFor(row.organization_location_id).length > 0,
  })

  /** Calls the provider; logs its errors without the token. */
  async function asked<Found>(question: () => Promise<Found>): Promise<Found> {
    try {
      return await question()
    } catch (error) {
      if (error instanceof Problem) throw error
      log.warn({ err: error }, 'could not call InformaCast')
      const isRefused = error instanceof ProviderFault && (error.status === 401 || error.status === 403)
      throw isRefused
        ? serverRefusal('InformaCast no longer accepts the API token. Enter a new one.')
        : unavailable('InformaCast cannot be reached at the moment. Please try again later.')
    }
  }

  async function tokenOf(customerId: number): Promise<string> {
    const row = await store.findConnection(db, customerId)
    if (!row) throw notFound('This connection')
    return secrets.open(row.sealed_token)
  }

  const listed = async (caller: Caller, id: number, of: 'sites' | 'scenarios') => {
    const token = await tokenOf(customerFor(caller, id))
    return asked(() => provider[of](token))
  }

  const nameIn = (items: readonly ProviderItem[], id: string, field: string): string => {
    const found = items.find(item => item.id === id)
    if (!found) throw badInput({ [field]: ['does not exist in InformaCast'] })
    return found.name
  }

  return [
    serve(verifyConnection, ({ body }) => asked(() => provider.verify(body.token))),

    serve(getConnection, async ({ caller, params }) => {
      const row = await store.findConnection(db, customerFor(caller, params.id))
      return row ? wireConnection(row) : null
    }),

    serve(saveConnection, async ({ caller, body, now, requestId }) => {
      const customerId = customerFor(caller, body.customerId)
      // Verified again here, so that a stored token has always been verified, whatever the page did before.
      if (!(await asked(() => provider.verify(body.token))))
        throw badInput(
          { Token: ['is not accepted by InformaCast'] },
          'Unable to verify Singlewire credentials',
        )
      const row = await db.transaction().execute(async tx => {
        const token = { sealedToken: secrets.seal(body.token), simulated }
        const saved = await store.saveConnectionRow(tx, customerId, token, now)
        const act = { action: 'InformaCast connected', target: `connection ${saved.id}` }
        await recordAudit(tx, { by: caller, customerId, ...act, after: { simulated }, requestId }, now)
        return saved
      })
      return wireConnection(row)
    }),

    serve(deleteConnection, async ({ caller, params, now, requestId }) => {
      const customerId = customerFor(caller, params.id)
      await db.transaction().execute(async tx => {
        if (!(await store.deleteConnectionRow(tx, customerId))) throw notFound('This connection')
        const act = { action: 'InformaCast disconnected', target: 'InformaCast' }
        await recordAudit(tx, { by: caller, customerId, ...act, requestId }, now)
      })
      return null
    }),

    serve(listSinglewireSites, ({ caller, params }) => listed(caller, params.id, 'sites')),
    serve(listSinglewireScenarios, ({ caller, params }) => listed(caller, params.id, 'scenarios')),

    serve(listScenarioMappings, async ({ caller, params }) =>
      (await store.listMappings(db, customerFor(caller, params.id))).map(wireMapping),
    ),

    serve(createScenarioMapping, async ({ caller, body, now, requestId }) => {
      const scope = caller.role === 'SuperAdmin' ? 'system' : caller.customerId
      const place = await findOrganizationLocation(db, scope, body.organizationLocationId)
      if (!place) throw badInput({ OrganizationLocationId: ['is not a location of the organization'] })
      const { customer_id: customerId } = place
      const connection = await store.findConnection(db, customerId)
      if (connection?.id !== body.integrationConfigId) throw notFound('This connection')
      const token = secrets.open(connection.sealed_token)
      const sites = await asked(() => provider.sites(token))
      const scenarios = await asked(() => provider.scenarios(token))
      const row = await db.transaction().execute(async tx => {
        const group = await holdGroup(tx, customerId, body.policyGroupId)
        if (!group) throw badInput({ PolicyGroupId: ['is not one of the organization’s user groups'] })
        // Locks the customer: two concurrent requests cannot both take the last slot.
        await seizeCustomer(tx, customerId, customerId)
        if ((await store.listMappings(tx, customerId)).length >= mostTriggers)
          throw serverRefusal(
            `An organization can have at most ${mostTriggers} scenario triggers. Delete one first.`,
          )
        const added = await store.ensureMapping(tx, customerId, {
          connection_id: connection.id,
          organization_location_id: place.id,
          user_group_id: group.id,
          singlewire_site_id: body.singlewireSiteId,
          singlewire_site_name: nameIn(sites, body.singlewireSiteId, 'SinglewireSiteId'),
          singlewire_scenario_id: body.singlewireScenarioId,
          singlewire_scenario_name: nameIn(scenarios, body.singlewireScenarioId, 'SinglewireScenarioId'),
          created_at: now,
        })
        const act = { action: 'scenario trigger added', target: added.singlewire_scenario_name }
        await recordAudit(tx, { by: caller, customerId, ...act, after: wireMapping(added), requestId }, now)
        return added
      })
      return wireMapping(row)
    }),

    serve(deleteScenarioMapping, async ({ caller, params, now, requestId }) => {
      await db.transaction().execute(async tx => {
        const scope = caller.role === 'SuperAdmin' ? 'system' : caller.customerId
        const row = await store.findMapping(tx, scope, params.id)
        if (!row) throw notFound('This scenario trigger')
        const { customer_id: customerId } = row
        await store.deleteMapping(tx, customerId, row.id)
        const act = { action: 'scenario trigger deleted', target: row.singlewire_scenario_name }
        await recordAudit(tx, { by: caller, customerId, ...act, before: wireMapping(row), requestId }, now)
      })
      return null
    }),

    serve(listScenarioFirings, async ({ caller, params, query }) => {
      const page = { before: query.before, count: query.count }
      return (await listFirings(db, customerFor(caller, params.id), page)).map(wireFiring)
    }),
  ]
}
