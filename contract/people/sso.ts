import { adminRoles } from '#domain/access/roles'
import { call } from '#contract/call'
import { idNumber, idText, instant, line, nothing, personId, version } from '#contract/shapes'
import * as z from 'zod/mini'

/**
 * The three administrative roles can open the page. Only an Admin can choose the provider, because that allows signing
 * in as anyone.
 */
const readers = { roles: adminRoles, permissions: ['integrations.sso.access'] } as const
const keepers = { roles: ['SuperAdmin', 'Admin'], permissions: ['integrations.sso.access'] } as const

export const idpTypes = ['Google', 'Saml2', 'OpenIdConnect'] as const
export type IdpType = (typeof idpTypes)[number]

export const ssoConfig = z.object({
  customerId: idNumber,
  idpType: z.enum(idpTypes),
  idpDisplayName: z.string(),
  autoProvision: z.boolean(),
  forceSSO: z.boolean(),
  defaultUserGroupSiteId: z.nullable(z.number()),
  spEntityId: z.nullable(z.string()),
  idpEntityId: z.nullable(z.string()),
  metadataUrl: z.nullable(z.string()),
  breakGlassUserId: z.nullable(personId),
  discoveryUrl: z.nullable(z.string()),
  clientId: z.nullable(z.string()),
  /** The secret itself is never returned. */
  hasClientSecret: z.boolean(),
  /** Status of the metadata: when it was read, when its certificates expire, and why it could not be refreshed. */
  metadata: z.nullable(
    z.object({
      readAt: instant,
      expiresAt: instant,
      certificates: z.number(),
      error: z.nullable(z.string()),
    }),
  ),
  version,
})
export type SsoConfig = z.output<typeof ssoConfig>

const oneCustomer = z.strictObject({ customerId: idText })

const address = z.string().check(z.trim(), z.maxLength(1000, 'must have at most 1000 characters'))
const entityId = z
  .string()
  .check(
    z.trim(),
    z.maxLength(1000, 'must have at most 1000 characters'),
    z.regex(/^\S*$/, 'must not contain spaces'),
  )

export const ssoInput = z.strictObject({
  customerId: idNumber,
  IDPScheme: z.optional(z.string().check(z.maxLength(40))),
  ForceSSO: z.boolean(),
  AutoProvision: z.boolean(),
  DefaultUserGroupSiteId: z.nullable(idNumber),
  IDPDisplayName: line(60),
  IDPType: z.enum(idpTypes, 'must be Google, Saml2 or OpenIdConnect'),
  SAMLProperties: z.optional(
    z.nullable(z.strictObject({ spEntityId: entityId, idpEntityId: entityId, metadataUrl: address })),
  ),
  OpenIdProperties: z.optional(
    z.nullable(
      z.strictObject({
        discoveryUrl: address,
        clientId: line(300),
        /** Omit or leave empty to keep the stored one. */
        clientSecret: z.optional(z.string().check(z.maxLength(500))),
      }),
    ),
  ),
  BreakGlassUserId: z.optional(z.nullable(personId)),
  version: z.optional(version),
})
export type SsoInput = z.input<typeof ssoInput>

export const getSso = call({
  name: 'getSso',
  summary: 'Get a customer’s single sign-on settings, or null',
  method: 'GET',
  path: '/api/customer/{customerId}/sso',
  who: readers,
  params: oneCustomer,
  reply: z.nullable(ssoConfig),
})

export const saveSso = call({
  name: 'saveSso',
  summary: 'Create or update single sign-on with an identity provider',
  method: 'POST',
  path: '/api/customer/{customerId}/sso',
  who: keepers,
  whileActingAs: 'refused',
  params: oneCustomer,
  body: ssoInput,
  reply: ssoConfig,
  current: ssoConfig,
})

export const deleteSso = call({
  name: 'deleteSso',
  summary: 'Turn off single sign-on; people who signed in with it are signed out',
  method: 'DELETE',
  path: '/api/customer/{customerId}/sso',
  who: keepers,
  whileActingAs: 'refused',
  params: oneCustomer,
  reply: nothing,
})

export const ssoDomain = z.object({
  domain: z.string(),
  verifiedAt: z.nullable(instant),
  verifiedBy: z.nullable(z.enum(['dns', 'support'])),
  recordName: z.string(),
  recordValue: z.string(),
})
export type SsoDomain = z.output<typeof ssoDomain>

export const ssoSetup = z.object({
  customerName: z.string(),
  callbackUrl: z.string(),
  openIdCallbackUrl: z.string(),
  serviceMetadataUrl: z.string(),
  defaultSpEntityId: z.string(),
  tryUrl: z.string(),
  isGoogleAvailable: z.boolean(),
  groups: z.array(z.object({ id: idNumber, name: z.string() })),
  domains: z.array(ssoDomain),
  /** Administrators who can be chosen to sign in with a password in an emergency. */
  breakGlassChoices: z.array(z.object({ id: personId, fullName: z.string(), userName: z.string() })),
  failures: z.array(
    z.object({
      id: idNumber,
      at: instant,
      email: z.nullable(z.string()),
      isTrial: z.boolean(),
      because: z.string(),
    }),
  ),
})
export type SsoSetup = z.output<typeof ssoSetup>

export const getSsoSetup = call({
  name: 'getSsoSetup',
  summary:
    'Get the values to enter at the identity provider, the email domains, and recent rejected sign-ins',
  method: 'GET',
  path: '/api/customer/{customerId}/sso/setup',
  who: readers,
  params: oneCustomer,
  reply: ssoSetup,
})

const domainName = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.minLength(1, 'is required'), z.maxLength(253, 'is too long'))
const oneDomain = z.strictObject({ customerId: idText, domain: domainName })

export const addSsoDomain = call({
  name: 'addSsoDomain',
  summary: 'Add an email domain, to be verified by a DNS record',
  method: 'POST',
  path: '/api/customer/{customerId}/sso/domain',
  who: keepers,
  whileActingAs: 'refused',
  params: oneCustomer,
  body: z.strictObject({ domain: domainName }),
  reply: ssoDomain,
})

export const verifySsoDomain = call({
  name: 'verifySsoDomain',
  summary: 'Check the DNS record that verifies an email domain',
  method: 'POST',
  path: '/api/customer/{customerId}/sso/domain/{domain}/verify',
  who: keepers,
  whileActingAs: 'refused',
  params: oneDomain,
  reply: ssoDomain,
})

export const confirmSsoDomain = call({
  name: 'confirmSsoDomain',
  summary: 'Confirm that an email domain belongs to the customer, without a DNS record',
  method: 'POST',
  path: '/api/customer/{customerId}/sso/domain/{domain}/confirm',
  who: { roles: ['SuperAdmin'] },
  params: oneDomain,
  reply: ssoDomain,
})

export const removeSsoDomain = call({
  name: 'removeSsoDomain',
  summary: 'Remove an email domain; people who signed in with its addresses are signed out',
  method: 'DELETE',
  path: '/api/customer/{customerId}/sso/domain/{domain}',
  who: keepers,
  whileActingAs: 'refused',
  params: oneDomain,
  reply: nothing,
})
