import { adminRoles } from '#domain/access/roles'
import { call } from '#contract/call'
import { idNumber, idText, instant, nothing } from '#contract/shapes'
import * as z from 'zod/mini'

const readers = { roles: adminRoles, permissions: ['read:integrations', 'write:integrations'] } as const
const writers = { roles: ['SuperAdmin', 'Admin'], permissions: ['write:integrations'] } as const

export const capFeed = z.object({
  id: idNumber,
  organizationLocationId: idNumber,
  locationName: z.string(),
  created: instant,
  lastUsed: z.nullable(instant),
})
export type CapFeed = z.output<typeof capFeed>

export const listCapFeeds = call({
  name: 'listCapFeeds',
  summary: 'List your organization’s CAP feeds, without their addresses',
  method: 'GET',
  path: '/api/capFeeds',
  who: readers,
  reply: z.array(capFeed),
})

export const createCapFeed = call({
  name: 'createCapFeed',
  summary: 'Create a CAP feed for an organization location; its address is shown once',
  method: 'POST',
  path: '/api/capFeeds',
  who: writers,
  body: z.strictObject({ organizationLocationId: idNumber }),
  reply: z.extend(capFeed, { address: z.string() }),
})

export const deleteCapFeed = call({
  name: 'deleteCapFeed',
  summary: 'Revoke a CAP feed; its address stops working',
  method: 'DELETE',
  path: '/api/capFeeds/{id}',
  who: writers,
  params: z.strictObject({ id: idText }),
  reply: nothing,
})

export const placeRings = z.object({
  organizationLocationId: idNumber,
  locationName: z.string(),
  /** Why these: policies, the rings of administrators there, or neither. */
  by: z.enum(['policies', 'administrators', 'default']),
  rings: z.array(z.object({ ring: z.number(), radiusMiles: z.number(), allClearMinutes: z.number() })),
})
export type PlaceRings = z.output<typeof placeRings>

export const listPlaceRings = call({
  name: 'listPlaceRings',
  summary: 'List the rings that widgets, webhooks and feeds go by at each organization location',
  method: 'GET',
  path: '/api/placeRings',
  who: readers,
  reply: z.array(placeRings),
})

export const homeAssistant = z.object({
  /** Home Assistant's credentials for the broker. */
  userName: z.string(),
  discoveryPrefix: z.string(),
  /** Address of the broker; `{host}` is a placeholder for this server's host name. */
  addresses: z.array(z.string()),
  created: instant,
  lastUsed: z.nullable(instant),
})
export type HomeAssistant = z.output<typeof homeAssistant>

export const getHomeAssistant = call({
  name: 'getHomeAssistant',
  summary: 'Get your organization’s Home Assistant connection, or null; never includes the key',
  method: 'GET',
  path: '/api/homeAssistant',
  who: readers,
  reply: z.nullable(homeAssistant),
})

export const makeHomeAssistantKey = call({
  name: 'makeHomeAssistantKey',
  summary: 'Create a listen-only key for Home Assistant; the previous key is revoked',
  method: 'POST',
  path: '/api/homeAssistant',
  who: writers,
  reply: z.extend(homeAssistant, { key: z.string() }),
})

export const deleteHomeAssistantKey = call({
  name: 'deleteHomeAssistantKey',
  summary: 'Revoke the Home Assistant key',
  method: 'DELETE',
  path: '/api/homeAssistant',
  who: writers,
  reply: nothing,
})
