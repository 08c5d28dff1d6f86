import { CopyField } from './CopyField.tsx'
import classes from './SingleSignOn.module.css'
import type { SsoDomain } from '#contract/people/sso'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { useAddSsoDomain, useRemoveSsoDomain, useVerifySsoDomain } from '#web/data/people/sso.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { TextInput } from '#web/parts/look/inputs.ts'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { WarningDialog } from '#web/parts/dialogs/WarningDialog.tsx'
import { Button } from '@mantine/core'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { useState } from 'react'

interface DomainsCardProps {
  customerId: number
  domains: readonly SsoDomain[]
  isLocked: boolean
  mayConfirm: boolean
}

export function DomainsCard({ customerId, domains, isLocked, mayConfirm }: DomainsCardProps) {
  const [typed, setTyped] = useState('')
  const add = useAddSsoDomain(customerId)
  const toast = useToast()

  async function addDomain() {
    try {
      await add.mutateAsync(typed)
      setTyped('')
    } catch (error) {
      toast({ variant: 'error', header: 'Error adding domain', text: plainReason(error) })
    }
  }

  return (
    <Card title="Email domains">
      <div className={classes.stack}>
        <p className={classes.dim}>
          Only people with an email address of a verified domain can sign in with your identity provider.
        </p>
        {domains.length > 0 && (
          <ul className={classes.domains} aria-label="Email domains">
            {domains.map(domain => (
              <DomainRow key={domain.domain} {...{ customerId, domain, isLocked, mayConfirm }} />
            ))}
          </ul>
        )}
        {!isLocked && (
          <form
            className={classes.copy}
            noValidate
            onSubmit={event => {
              event.preventDefault()
              void addDomain()
            }}
          >
            <TextInput
              label="Add a domain"
              placeholder="example.org"
              inputMode="url"
              autoCapitalize="none"
              value={typed}
              onChange={event => {
                setTyped(event.currentTarget.value)
                if (add.isError) add.reset()
              }}
              error={errorOf(fieldErrors(add.error), 'Domain', 'Domain')}
            />
            <Button type="submit" variant="default" loading={add.isPending} disabled={typed.trim() === ''}>
              Add
            </Button>
          </form>
        )}
      </div>
    </Card>
  )
}

function DomainRow({
  customerId,
  domain,
  isLocked,
  mayConfirm,
}: Omit<DomainsCardProps, 'domains'> & { domain: SsoDomain }) {
  const verify = useVerifySsoDomain(customerId)
  const remove = useRemoveSsoDomain(customerId)
  const toast = useToast()
  const [isRemoving, setRemoving] = useState(false)
  const isVerified = domain.verifiedAt !== null

  async function check(by: 'dns' | 'support') {
    try {
      await verify.mutateAsync({ domain: domain.domain, by })
      toast({ variant: 'success', header: 'Domain verified' })
    } catch (error) {
      toast({ variant: 'error', header: 'The domain is not verified yet', text: plainReason(error) })
    }
  }

  async function give() {
    try {
      await remove.mutateAsync(domain.domain)
      toast({ variant: 'success', header: 'Domain removed' })
      setRemoving(false)
    } catch (error) {
      toast({ variant: 'error', header: 'Error removing domain', text: plainReason(error) })
    }
  }

  return (
    <li className={classes.domain}>
      <div className={classes.domainHead}>
        <strong>{domain.domain}</strong>
        <StatusPill tone={isVerified ? 'info' : 'warn'} icon={isVerified ? IconCheck : IconClock}>
          {isVerified ? 'Verified' : 'Not verified'}
        </StatusPill>
        {!isLocked && (
          <Button
            variant="subtle"
            size="xs"
            color="danger"
            aria-label={`Remove ${domain.domain}`}
            onClick={() => setRemoving(true)}
          >
            Remove
          </Button>
        )}
      </div>
      {!isVerified && !isLocked && (
        <div className={classes.stack}>
          <p className={classes.dim}>Add this TXT record where the domain’s DNS is managed, then verify.</p>
          <CopyField label="Record name" value={domain.recordName} />
          <CopyField label="Record value" value={domain.recordValue} />
          <div className={classes.buttons}>
            <Button size="xs" loading={verify.isPending} onClick={() => void check('dns')}>
              Verify
            </Button>
            {mayConfirm && (
              <Button
                size="xs"
                variant="default"
                disabled={verify.isPending}
                onClick={() => void check('support')}
              >
                Confirm without DNS
              </Button>
            )}
          </div>
        </div>
      )}
      {isRemoving && (
        <WarningDialog
          title={`Remove ${domain.domain}?`}
          busy={remove.isPending}
          confirm="Remove"
          onCancel={() => setRemoving(false)}
          onConfirm={() => void give()}
        >
          People who signed in with an address at this domain will be signed out and can no longer use single
          sign-on.
        </WarningDialog>
      )}
    </li>
  )
}
