import { ssoBodyOf, ssoDraftOf, withProvider } from './sso-draft.ts'
import { expect, test } from 'vitest'

const setup = { customerName: 'Norman Schools', defaultSpEntityId: 'https://w.org/identity/sso/7' }

test('sets this service’s usual name for SAML, and leaves the provider’s empty', () => {
  const draft = withProvider(ssoDraftOf(null), 'Saml2', setup)
  expect(draft).toMatchObject({
    idpType: 'Saml2',
    displayName: 'Norman Schools',
    spEntityId: 'https://w.org/identity/sso/7',
    idpEntityId: '',
    metadataUrl: '',
  })
})

test('drops the SAML properties for Google, and keeps a typed name', () => {
  const saml = {
    ...withProvider(ssoDraftOf(null), 'Saml2', setup),
    metadataUrl: 'https://idp.org/m',
    displayName: 'Okta',
  }
  expect(withProvider(saml, 'Google', setup)).toMatchObject({
    metadataUrl: '',
    spEntityId: '',
    displayName: 'Okta',
  })
  expect(ssoBodyOf(withProvider(saml, 'Google', setup), 7, 3)).toMatchObject({
    IDPType: 'Google',
    IDPScheme: '7',
    SAMLProperties: null,
    OpenIdProperties: null,
    version: 3,
  })
})

test('sends the group only with auto-provisioning', () => {
  const draft = { ...ssoDraftOf(null), groupId: '4' }
  expect(ssoBodyOf(draft, 7, undefined).DefaultUserGroupSiteId).toBeNull()
  expect(ssoBodyOf({ ...draft, autoProvision: true }, 7, undefined).DefaultUserGroupSiteId).toBe(4)
})

test('sends a secret only if it was typed', () => {
  const draft = {
    ...withProvider(ssoDraftOf(null), 'OpenIdConnect', setup),
    discoveryUrl: 'https://o.org',
    clientId: 'c',
  }
  expect(ssoBodyOf(draft, 7, 1).OpenIdProperties).toEqual({ discoveryUrl: 'https://o.org', clientId: 'c' })
  expect(ssoBodyOf({ ...draft, clientSecret: 's' }, 7, 1).OpenIdProperties).toMatchObject({
    clientSecret: 's',
  })
})
