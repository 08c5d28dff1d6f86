import { OpenIdFields } from './OpenIdFields.tsx'
import { SamlFields } from './SamlFields.tsx'
import classes from './SingleSignOn.module.css'
import { idpNames, inWords, withProvider } from './sso-draft.ts'
import { useSsoForm } from './use-sso-form.ts'
import { idpTypes, type SsoConfig, type SsoSetup } from '#contract/people/sso'
import { plainReason } from '#web/data/requests/failures.ts'
import { useDeleteSso } from '#web/data/people/sso.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { contested } from '#web/parts/leaving/differences.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { Select, Switch, TextInput } from '#web/parts/look/inputs.ts'
import { OvertakenNote } from '#web/parts/leaving/OvertakenNote.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { Segments } from '#web/parts/fields/Segments.tsx'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { WarningDialog } from '#web/parts/dialogs/WarningDialog.tsx'
import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'

interface SsoFormProps {
  customerId: number
  config: SsoConfig | null
  setup: SsoSetup
  isLocked: boolean
}

export function SsoForm({ customerId, config, setup, isLocked }: SsoFormProps) {
  const form = useSsoForm(customerId, config)
  const { draft, errors, change } = form
  const leaving = useLeaving(form.isChanged)
  const [isEnding, setEnding] = useState(false)
  const describe = (given: typeof draft) => inWords(given, setup)
  const groups = setup.groups.map(({ id, name }) => ({ value: String(id), label: name }))
  const people = setup.breakGlassChoices.map(({ id, fullName, userName }) => ({
    value: id,
    label: `${fullName} (${userName})`,
  }))
  const typeError = errorOf(errors, 'IDPType', 'Identity Provider')
  return (
    <form
      className={classes.cards}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void form.save()
      }}
    >
      <fieldset className={classes.form} disabled={isLocked}>
        <legend className="visually-hidden">Single sign-on</legend>
        <Card title="Identity Provider">
          <div className={classes.stack}>
            <Segments
              label="Identity Provider"
              choices={idpTypes.map(type => [type, idpNames[type]] as const)}
              chosen={draft.idpType}
              onChoose={type => !isLocked && form.replace(withProvider(draft, type, setup))}
            />
            {typeError !== undefined && <p className={classes.error}>{typeError}</p>}
            {draft.idpType === 'Google' && !setup.isGoogleAvailable && (
              <p className={classes.dim}>
                Sign-in with Google is not set up on this server. Choose OpenID Connect to use a Google client
                of your own.
              </p>
            )}
            <TextInput
              label="Display name"
              description={`The sign-in page says “Sign in with ${draft.displayName.trim() || '…'}”`}
              maxLength={60}
              value={draft.displayName}
              onChange={event => change({ displayName: event.currentTarget.value })}
              error={errorOf(errors, 'IDPDisplayName', 'Display name')}
            />
            {draft.idpType === 'Saml2' && (
              <SamlFields
                draft={draft}
                errors={errors}
                setup={setup}
                metadata={config?.metadata ?? null}
                onChange={change}
              />
            )}
            {draft.idpType === 'OpenIdConnect' && (
              <OpenIdFields
                draft={draft}
                errors={errors}
                setup={setup}
                hasSecret={config?.hasClientSecret === true}
                onChange={change}
              />
            )}
          </div>
        </Card>
        <Card title="Auto-Provision Users">
          <div className={classes.stack}>
            <Switch
              label="Enable auto-provisioning"
              description="New people get an account with the Customer role when they first sign in."
              checked={draft.autoProvision}
              onChange={event => change({ autoProvision: event.currentTarget.checked })}
            />
            {draft.autoProvision && (
              <Select
                label="Select a group to assign to new users"
                data={groups}
                value={draft.groupId}
                onChange={groupId => change({ groupId })}
                searchable
                nothingFoundMessage="No matching group"
                error={errorOf(errors, 'DefaultUserGroupSiteId', 'A group')}
              />
            )}
          </div>
        </Card>
        <Card title="Require SSO">
          <div className={classes.stack}>
            <Switch
              label="Require SSO for sign-in"
              description="Passwords will no longer work. People who are signed in will stay signed in."
              checked={draft.forceSSO}
              onChange={event => change({ forceSSO: event.currentTarget.checked })}
              error={errorOf(errors, 'ForceSSO', 'Require SSO')}
            />
            {(draft.forceSSO || draft.breakGlassUserId !== null) && (
              <Select
                label="Emergency account"
                description="The one Admin who can still sign in with a password when your identity provider is down."
                data={people}
                value={draft.breakGlassUserId}
                onChange={breakGlassUserId => change({ breakGlassUserId })}
                clearable={!draft.forceSSO}
                searchable
                nothingFoundMessage="No Admin with a password"
                error={errorOf(errors, 'BreakGlassUserId', 'An emergency account')}
              />
            )}
          </div>
        </Card>
      </fieldset>
      <div className={classes.note}>
        {form.newer !== undefined ? (
          <OvertakenNote
            rows={contested(describe(form.baseDraft), describe(draft), describe(form.newerDraft))}
            isBusy={form.isBusy}
            onKeepMine={() => void form.keepMine()}
            onUseTheirs={form.useTheirs}
          />
        ) : (
          <SaveNote failure={form.failure} />
        )}
      </div>
      <div className={classes.actions}>
        {config && (
          <>
            <Button variant="subtle" color="danger" disabled={isLocked} onClick={() => setEnding(true)}>
              Turn off SSO
            </Button>
            <Button
              component="a"
              href={setup.tryUrl}
              target="_blank"
              rel="noreferrer"
              variant="default"
              {...(form.isChanged && { 'data-disabled': true })}
              title={form.isChanged ? 'Save your changes first' : 'Opens a new tab. Nothing will be changed.'}
              onClick={event => form.isChanged && event.preventDefault()}
              rightSection={<IconExternalLink size={16} aria-hidden />}
            >
              Try it
            </Button>
          </>
        )}
        <Button
          type="submit"
          disabled={isLocked || (config !== null && !form.isChanged) || form.newer !== undefined}
          loading={form.isBusy}
        >
          Save Changes
        </Button>
      </div>
      {leaving.question}
      {isEnding && <TurnOff customerId={customerId} onClose={() => setEnding(false)} />}
    </form>
  )
}

function TurnOff({ customerId, onClose }: { customerId: number; onClose: () => void }) {
  const remove = useDeleteSso(customerId)
  const toast = useToast()

  async function turnOff() {
    try {
      await remove.mutateAsync(undefined)
      toast({ variant: 'success', header: 'SSO configuration updated successfully' })
      onClose()
    } catch (error) {
      toast({ variant: 'error', header: 'Failed to update SSO configuration', text: plainReason(error) })
    }
  }

  return (
    <WarningDialog
      title="Turn off single sign-on?"
      busy={remove.isPending}
      confirm="Turn off"
      onCancel={onClose}
      onConfirm={() => void turnOff()}
    >
      Everyone who signed in with it will be signed out. People without a password can set one with ‘Forgot
      password?’.
    </WarningDialog>
  )
}
