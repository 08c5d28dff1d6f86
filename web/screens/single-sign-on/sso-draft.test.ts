import { bodyOf, draftOf, withProvider } from './sso-draft.ts'
import { expect, test } from 'vitest'

const setup = { customerName: 'Norman Schools', defaultSpEntityId: 'https://w.org/identity/sso/7' }

test('choosing SAML sets the usual name of this service, and leaves the provider’s empty', () => {
  const draft = withProvider(draftOf(null), 'Saml2', setup)
  expect(draft).toMatchObject({
    idpType: 'Saml2',
    displayName: 'Norman Schools',
    spEntityId: 'https://w.org/identity/sso/7',
    idpEntityId: '',
    metadataUrl: '',
  })
})

test('choosing Google drops the properties of SAML, and a name that somebody typed stays', () => {
  const saml = {
    ...withProvider(draftOf(null), 'Saml2', setup),
    metadataUrl: 'https://idp.org/m',
    displayName: 'Okta',
  }
  expect(withProvider(saml, 'Google', setup)).toMatchObject({
    metadataUrl: '',
    spEntityId: '',
    displayName: 'Okta',
  })
  expect(bodyOf(withProvider(saml, 'Google', setup), 7, 3)).toMatchObject({
    IDPType: 'Google',
    IDPScheme: '7',
    SAMLProperties: null,
    OpenIdProperties: null,
    version: 3,
  })
})

test('the group is sent only with auto-provisioning', () => {
  const draft = { ...draftOf(null), groupId: '4' }
  expect(bodyOf(draft, 7, undefined).DefaultUserGroupSiteId).toBeNull()
  expect(bodyOf({ ...draft, autoProvision: true }, 7, undefined).DefaultUserGroupSiteId).toBe(4)
})

test('a secret is sent only when it was typed', () => {
  const draft = {
    ...withProvider(draftOf(null), 'OpenIdConnect', setup),
    discoveryUrl: 'https://o.org',
    clientId: 'c',
  }
  expect(bodyOf(draft, 7, 1).OpenIdProperties).toEqual({ discoveryUrl: 'https://o.org', clientId: 'c' })
  expect(bodyOf({ ...draft, clientSecret: 's' }, 7, 1).OpenIdProperties).toMatchObject({ clientSecret: 's' })
})
