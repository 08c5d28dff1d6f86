import { call } from '#contract/call'
import { idNumber, idText, instant, pageQuery, permission, version } from '#contract/shapes'
import { user } from './users.ts'
import * as z from 'zod/mini'

export const customer = z.object({
  id: idNumber,
  name: z.string(),
  status: z.string(),
  companyType: z.string(),
  banner: z.nullable(z.string()),
  liveStreamMinutes: z.number(),
  created: instant,
  permissions: z.array(permission),
  featureFlags: z.array(z.number()),
  version,
})
export type Customer = z.output<typeof customer>

const oneCustomer = z.strictObject({ customerId: idText })

export const getCustomer = call({
  name: 'getCustomer',
  summary: 'Get a customer: your own, or any customer for Super Admin',
  method: 'GET',
  path: '/api/customer/{customerId}',
  who: 'signed-in',
  params: oneCustomer,
  reply: customer,
})

export const getBanner = call({
  name: 'getBanner',
  summary: 'Get the customer’s banner text, or null',
  method: 'GET',
  path: '/api/customer/{customerId}/banner',
  who: 'signed-in',
  params: oneCustomer,
  reply: z.nullable(z.string()),
})

export const setBanner = call({
  name: 'setBanner',
  summary: 'Set or clear a customer’s banner text',
  method: 'POST',
  path: '/api/customer/{customerId}/banner',
  who: { roles: ['SuperAdmin'] },
  params: oneCustomer,
  body: z.strictObject({
    banner: z.nullable(z.string().check(z.trim(), z.maxLength(300, 'must have at most 300 characters'))),
    version: z.optional(version),
  }),
  reply: z.nullable(z.string()),
  current: customer,
})

export const getSupport = call({
  name: 'getSupport',
  summary:
    'Get support contacts: the email address and phone number set by the operator, or null, and two links',
  method: 'GET',
  path: '/api/support',
  who: 'signed-in',
  reply: z.object({
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    helpUrl: z.string(),
    hardwareUrl: z.string(),
  }),
})
export type Support = z.output<typeof getSupport.reply>

/** For visitors to public pages, where the logo links to it. */
export const getProvider = call({
  name: 'getProvider',
  summary: 'Get the website of the provider that operates this server, or null',
  method: 'GET',
  path: '/api/public/Provider',
  who: 'anyone',
  reply: z.object({ siteUrl: z.nullable(z.string()) }),
})

export const listCustomers = call({
  name: 'listCustomers',
  summary: 'List all customers',
  method: 'GET',
  path: '/api/customer',
  who: { roles: ['SuperAdmin'] },
  reply: z.array(z.extend(customer, { people: z.number() })),
})

export const listPeopleOfCustomer = call({
  name: 'listPeopleOfCustomer',
  summary: "List a customer's people",
  method: 'GET',
  path: '/api/customer/{customerId}/user',
  who: { roles: ['SuperAdmin'] },
  params: oneCustomer,
  reply: z.array(user),
})

export const auditEntry = z.object({
  id: idNumber,
  at: instant,
  customerId: z.nullable(z.number()),
  actor: z.string(),
  actingAs: z.nullable(z.string()),
  action: z.string(),
  target: z.string(),
  reason: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
})
export type AuditLine = z.output<typeof auditEntry>

export const readAudit = call({
  name: 'readAudit',
  summary: 'List the audit log: your customer’s for Admin, every customer’s for Super Admin',
  method: 'GET',
  path: '/api/Audit',
  who: { roles: ['SuperAdmin', 'Admin'] },
  query: pageQuery,
  reply: z.array(auditEntry),
})
