import { CopyField } from './CopyField.tsx'
import type { SsoFieldsProps } from './fields.ts'
import classes from './SingleSignOn.module.css'
import type { SsoConfig } from '#contract/people/sso'
import { useMe } from '#web/data/people/users.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { TextInput } from '#web/parts/look/inputs.ts'
import { shownMinute } from '#web/parts/time/times.ts'
import { useNow } from '#web/parts/time/use-now.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'

const soonMs = 21 * 86_400_000

export function SamlFields({
  draft,
  errors,
  setup,
  metadata,
  onChange,
}: SsoFieldsProps & { metadata: SsoConfig['metadata'] }) {
  const { timeZone } = useMe()
  const now = useNow()
  const isExpiring = metadata !== null && Date.parse(metadata.expiresAt) - now.getTime() < soonMs
  return (
    <>
      <TextInput
        label="SAML Provider Entity ID"
        description="Leave it empty to take it from the metadata"
        value={draft.idpEntityId}
        onChange={event => onChange({ idpEntityId: event.currentTarget.value })}
        error={errorOf(errors, 'SAMLProperties.IdpEntityId', 'The entity ID')}
      />
      <TextInput
        label="Metadata URL"
        type="url"
        placeholder="https://"
        value={draft.metadataUrl}
        onChange={event => onChange({ metadataUrl: event.currentTarget.value })}
        error={errorOf(errors, 'SAMLProperties.MetadataUrl', 'Metadata URL')}
      />
      {metadata && (
        <p className={classes.dim}>
          Read {shownMinute(new Date(metadata.readAt), timeZone)}.{' '}
          {metadata.certificates === 1 ? 'One certificate' : `${metadata.certificates} certificates`}, valid
          until {shownMinute(new Date(metadata.expiresAt), timeZone)}.
        </p>
      )}
      {metadata?.error && (
        <WarningNote
          title="The metadata could not be read again"
          text={`${metadata.error}. People can sign in as long as the certificate stays the same.`}
        />
      )}
      {isExpiring && (
        <WarningNote
          title="The certificate expires soon"
          text="Ask your identity provider’s administrator to renew it. Skywarden reads the new one from the metadata."
        />
      )}
      <CopyField
        label="Callback URL"
        copied="Callback URL copied to clipboard"
        value={setup.callbackUrl}
        description="Also called ACS URL or Reply URL"
      />
      <CopyField
        label="Service Provider Entity ID"
        value={draft.spEntityId || setup.defaultSpEntityId}
        description="Also called Audience or Identifier"
      />
    </>
  )
}
