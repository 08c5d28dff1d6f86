import type { IdpType, SsoConfig, SsoInput, SsoSetup } from '#contract/people/sso'
import type { Described } from '#web/parts/leaving/differences.ts'
import { onOrOff } from '#web/parts/leaving/differences.ts'

/** The form's fields. */
export interface SsoDraft {
  readonly idpType: IdpType
  readonly displayName: string
  readonly autoProvision: boolean
  readonly groupId: string | null
  readonly forceSSO: boolean
  readonly breakGlassUserId: string | null
  readonly spEntityId: string
  readonly idpEntityId: string
  readonly metadataUrl: string
  readonly discoveryUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

export const idpNames: Readonly<Record<IdpType, string>> = {
  Google: 'Google',
  Saml2: 'SAML',
  OpenIdConnect: 'OpenID Connect',
}

const noProperties = {
  spEntityId: '',
  idpEntityId: '',
  metadataUrl: '',
  discoveryUrl: '',
  clientId: '',
  clientSecret: '',
}

export function ssoDraftOf(config: SsoConfig | null): SsoDraft {
  if (!config)
    return {
      ...noProperties,
      idpType: 'Google',
      displayName: 'Google',
      autoProvision: false,
      groupId: null,
      forceSSO: false,
      breakGlassUserId: null,
    }
  return {
    idpType: config.idpType,
    displayName: config.idpDisplayName,
    autoProvision: config.autoProvision,
    groupId: config.defaultUserGroupSiteId === null ? null : String(config.defaultUserGroupSiteId),
    forceSSO: config.forceSSO,
    breakGlassUserId: config.breakGlassUserId,
    spEntityId: config.spEntityId ?? '',
    idpEntityId: config.idpEntityId ?? '',
    metadataUrl: config.metadataUrl ?? '',
    discoveryUrl: config.discoveryUrl ?? '',
    clientId: config.clientId ?? '',
    clientSecret: '',
  }
}

/**
 * Choosing another provider type resets the form, because Google has no properties, and SAML gets this service's usual
 * name.
 */
export function withProvider(
  draft: SsoDraft,
  idpType: IdpType,
  { customerName, defaultSpEntityId }: { customerName: string; defaultSpEntityId: string },
): SsoDraft {
  if (draft.idpType === idpType) return draft
  const isOwnName = ![...Object.values(idpNames), customerName, ''].includes(draft.displayName)
  return {
    ...draft,
    ...noProperties,
    idpType,
    displayName: isOwnName ? draft.displayName : idpType === 'Google' ? 'Google' : customerName,
    ...(idpType === 'Saml2' && { spEntityId: defaultSpEntityId }),
  }
}

/** Returns the draft in wire format. Includes the group only with auto-provisioning. */
export function ssoBodyOf(draft: SsoDraft, customerId: number, version: number | undefined): SsoInput {
  const { idpType } = draft
  return {
    customerId,
    IDPScheme: String(customerId),
    ForceSSO: draft.forceSSO,
    AutoProvision: draft.autoProvision,
    DefaultUserGroupSiteId: draft.autoProvision && draft.groupId !== null ? Number(draft.groupId) : null,
    IDPDisplayName: draft.displayName,
    IDPType: idpType,
    SAMLProperties:
      idpType === 'Saml2'
        ? { spEntityId: draft.spEntityId, idpEntityId: draft.idpEntityId, metadataUrl: draft.metadataUrl }
        : null,
    OpenIdProperties:
      idpType === 'OpenIdConnect'
        ? {
            discoveryUrl: draft.discoveryUrl,
            clientId: draft.clientId,
            ...(draft.clientSecret !== '' && { clientSecret: draft.clientSecret }),
          }
        : null,
    BreakGlassUserId: draft.breakGlassUserId,
    ...(version !== undefined && { version }),
  }
}

/** The draft as readable text, for resolving concurrent changes. */
export function inWords(draft: SsoDraft, setup: Pick<SsoSetup, 'groups' | 'breakGlassChoices'>): Described {
  const group = setup.groups.find(({ id }) => String(id) === draft.groupId)?.name ?? ''
  const person = setup.breakGlassChoices.find(({ id }) => id === draft.breakGlassUserId)?.fullName ?? ''
  return [
    ['Identity Provider', idpNames[draft.idpType]],
    ['Display name', draft.displayName],
    ['SAML Provider Entity ID', draft.idpEntityId],
    ['Metadata URL', draft.metadataUrl],
    ['Service Provider Entity ID', draft.spEntityId],
    ['Discovery URL', draft.discoveryUrl],
    ['Client ID', draft.clientId],
    ['Enable auto-provisioning', onOrOff(draft.autoProvision)],
    ['Group for new users', group],
    ['Require SSO for sign-in', onOrOff(draft.forceSSO)],
    ['Emergency account', person],
  ]
}
