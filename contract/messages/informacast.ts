import { adminRoles } from '#domain/access/roles'
import { call } from '#contract/call'
import { idNumber, idText, instant, line, nothing, pageQuery } from '#contract/shapes'
import * as z from 'zod/mini'

const singlewire = ['integrations.singlewire.access'] as const
const readers = { roles: adminRoles, permissions: singlewire } as const
const writers = { roles: ['SuperAdmin', 'Admin'], permissions: singlewire } as const

const token = line(4000)
const ofCustomer = z.strictObject({ id: idText })

export const connection = z.object({
  id: idNumber,
  customerId: idNumber,
  /** The webhook through which the provider receives policy alerts: read-only, version 1.0. */
  webhookId: idNumber,
  /** Whether this uses the simulated provider, which reaches no one. */
  simulated: z.boolean(),
  verified: instant,
})
export type InformacastConnection = z.output<typeof connection>

export const verifyConnection = call({
  name: 'verifyConnection',
  summary: 'Check that InformaCast accepts an API token and that it can read scenarios and sites',
  method: 'POST',
  path: '/api/connection/verify',
  who: writers,
  onlyReads: true,
  body: z.strictObject({ token }),
  reply: z.boolean(),
})

export const getConnection = call({
  name: 'getConnection',
  summary: 'Get a customer’s InformaCast connection, or null; never includes the token',
  method: 'GET',
  path: '/api/connection/customer/{id}',
  who: readers,
  params: ofCustomer,
  reply: z.nullable(connection),
})

export const saveConnection = call({
  name: 'saveConnection',
  summary: 'Connect a customer to InformaCast, or replace the connection’s token',
  method: 'POST',
  path: '/api/connection',
  who: writers,
  body: z.strictObject({ customerId: idNumber, token, webhookId: z.optional(z.nullable(idNumber)) }),
  reply: connection,
})

export const deleteConnection = call({
  name: 'deleteConnection',
  summary: 'Delete a customer’s InformaCast connection and its triggers',
  method: 'DELETE',
  path: '/api/connection/customer/{id}',
  who: writers,
  params: ofCustomer,
  reply: nothing,
})

export const singlewireItem = z.object({ id: z.string(), name: z.string() })
export type SinglewireItem = z.output<typeof singlewireItem>

export const listSinglewireSites = call({
  name: 'listSinglewireSites',
  summary: 'List a customer’s InformaCast sites',
  method: 'GET',
  path: '/api/singlewire/sites/customer/{id}',
  who: readers,
  params: ofCustomer,
  reply: z.array(singlewireItem),
})

export const listSinglewireScenarios = call({
  name: 'listSinglewireScenarios',
  summary: 'List a customer’s InformaCast scenarios',
  method: 'GET',
  path: '/api/singlewire/scenarios/customer/{id}',
  who: readers,
  params: ofCustomer,
  reply: z.array(singlewireItem),
})

const singlewireId = z.string().check(z.trim(), z.regex(/^[\w-]{1,100}$/, 'must be an id from InformaCast'))

export const scenarioMapping = z.object({
  id: idNumber,
  integrationConfigId: idNumber,
  organizationLocationId: idNumber,
  organizationLocationName: z.string(),
  policyGroupId: idNumber,
  policyGroupName: z.string(),
  singlewireSiteId: z.string(),
  singlewireSiteName: z.string(),
  singlewireScenarioId: z.string(),
  singlewireScenarioName: z.string(),
  /** False if no one has the location on a dashboard, in which case it is not monitored. */
  isWatched: z.boolean(),
})
export type ScenarioMapping = z.output<typeof scenarioMapping>

export const listScenarioMappings = call({
  name: 'listScenarioMappings',
  summary: 'List a customer’s scenario triggers',
  method: 'GET',
  path: '/api/scenario-mappings/customer/{id}',
  who: readers,
  params: ofCustomer,
  reply: z.array(scenarioMapping),
})

export const createScenarioMapping = call({
  name: 'createScenarioMapping',
  summary: 'Trigger a scenario at a site whenever a policy group is triggered at a location',
  method: 'POST',
  path: '/api/scenario-mappings',
  who: writers,
  body: z.strictObject({
    integrationConfigId: idNumber,
    organizationLocationId: idNumber,
    policyGroupId: idNumber,
    singlewireSiteId: singlewireId,
    singlewireScenarioId: singlewireId,
  }),
  reply: scenarioMapping,
})

export const deleteScenarioMapping = call({
  name: 'deleteScenarioMapping',
  summary: 'Delete a scenario trigger',
  method: 'DELETE',
  path: '/api/scenario-mappings/{id}',
  who: writers,
  params: z.strictObject({ id: idText }),
  reply: nothing,
})

export const scenarioFiring = z.object({
  id: idNumber,
  locationName: z.string(),
  policyGroupName: z.string(),
  scenarioName: z.string(),
  siteName: z.string(),
  because: z.string(),
  simulated: z.boolean(),
  /** `unknown`: the server called InformaCast and got no response, so the scenario may have been triggered. */
  state: z.enum(['pending', 'delivering', 'delivered', 'failed', 'expired', 'unknown']),
  attempts: z.number(),
  created: instant,
  settled: z.nullable(instant),
  lastError: z.nullable(z.string()),
})
export type ScenarioFiring = z.output<typeof scenarioFiring>

export const listScenarioFirings = call({
  name: 'listScenarioFirings',
  summary: 'List triggered scenarios and their results, newest first',
  method: 'GET',
  path: '/api/scenario-mappings/customer/{id}/Deliveries',
  who: readers,
  params: ofCustomer,
  query: pageQuery,
  reply: z.array(scenarioFiring),
})
