import { adminRoles } from '#domain/access/roles'
import { call } from './call.ts'
import { idNumber, idText, instant, nothing } from './shapes.ts'
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
  summary: 'The CAP feeds of the own customer, without their addresses',
  method: 'GET',
  path: '/api/capFeeds',
  who: readers,
  reply: z.array(capFeed),
})

export const createCapFeed = call({
  name: 'createCapFeed',
  summary: 'Make a CAP feed of an organization location; its address is told once',
  method: 'POST',
  path: '/api/capFeeds',
  who: writers,
  body: z.strictObject({ organizationLocationId: idNumber }),
  reply: z.extend(capFeed, { address: z.string() }),
})

export const deleteCapFeed = call({
  name: 'deleteCapFeed',
  summary: 'Revoke a CAP feed: its address opens nothing any more',
  method: 'DELETE',
  path: '/api/capFeeds/{id}',
  who: writers,
  params: z.strictObject({ id: idText }),
  reply: nothing,
})

export const homeAssistant = z.object({
  /** With which Home Assistant signs in at the broker. */
  userName: z.string(),
  discoveryPrefix: z.string(),
  /** Where the broker is; `{host}` stands for the name of this server. */
  addresses: z.array(z.string()),
  created: instant,
  lastUsed: z.nullable(instant),
})
export type HomeAssistant = z.output<typeof homeAssistant>

export const getHomeAssistant = call({
  name: 'getHomeAssistant',
  summary: 'How Home Assistant of the own customer connects, or null; never its key',
  method: 'GET',
  path: '/api/homeAssistant',
  who: readers,
  reply: z.nullable(homeAssistant),
})

export const makeHomeAssistantKey = call({
  name: 'makeHomeAssistantKey',
  summary: 'Make a key for Home Assistant, which may listen and nothing else; the one before ends',
  method: 'POST',
  path: '/api/homeAssistant',
  who: writers,
  reply: z.extend(homeAssistant, { key: z.string() }),
})

export const deleteHomeAssistantKey = call({
  name: 'deleteHomeAssistantKey',
  summary: 'Revoke the key of Home Assistant',
  method: 'DELETE',
  path: '/api/homeAssistant',
  who: writers,
  reply: nothing,
})
