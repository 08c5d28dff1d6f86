import { CopyField } from './CopyField.tsx'
import type { SsoFieldsProps } from './fields.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { PasswordInput, TextInput } from '#web/parts/look/inputs.ts'

export function OpenIdFields({
  draft,
  errors,
  setup,
  hasSecret,
  onChange,
}: SsoFieldsProps & { hasSecret: boolean }) {
  return (
    <>
      <TextInput
        label="Discovery URL"
        description="The issuer, or the address of its openid-configuration"
        type="url"
        placeholder="https://"
        value={draft.discoveryUrl}
        onChange={event => onChange({ discoveryUrl: event.currentTarget.value })}
        error={errorOf(errors, 'OpenIdProperties.DiscoveryUrl', 'Discovery URL')}
      />
      <TextInput
        label="Client ID"
        autoComplete="off"
        value={draft.clientId}
        onChange={event => onChange({ clientId: event.currentTarget.value })}
        error={errorOf(errors, 'OpenIdProperties.ClientId', 'Client ID')}
      />
      <PasswordInput
        label="Client secret"
        description={
          hasSecret ? 'Saved, and never shown again. Leave it empty to keep it.' : 'It is never shown again.'
        }
        autoComplete="off"
        value={draft.clientSecret}
        onChange={event => onChange({ clientSecret: event.currentTarget.value })}
        error={errorOf(errors, 'OpenIdProperties.ClientSecret', 'Client secret')}
      />
      <CopyField
        label="Callback URL"
        copied="Callback URL copied to clipboard"
        value={setup.openIdCallbackUrl}
        description="Also called redirect URI"
      />
    </>
  )
}
