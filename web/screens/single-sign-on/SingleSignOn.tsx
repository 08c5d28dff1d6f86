import { DomainsCard } from './DomainsCard.tsx'
import { FailuresCard } from './FailuresCard.tsx'
import classes from './SingleSignOn.module.css'
import { SsoForm } from './SsoForm.tsx'
import { may } from '#domain/access/may'
import { effectiveRole } from '#domain/access/roles'
import { useSupport } from '#web/data/people/customers.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useSso, useSsoSetup } from '#web/data/people/sso.ts'
import { useMe } from '#web/data/people/users.ts'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { useSession } from '#web/session/use-session.ts'
import { Navigate, useSearchParams } from 'react-router'

const enters = { permissions: ['integrations.sso.access'] } as const
/** For administrators only, because a person who chooses the provider could sign in as any administrator. */
const saves = { roles: ['SuperAdmin', 'Admin'] } as const

export function SingleSignOn() {
  const me = useMe()
  const holder = { role: effectiveRole(me.roleName), permissions: me.permissions }
  return may(holder, enters) ? <SsoPage /> : <Navigate to="/Integrations" replace />
}

function SsoPage() {
  const me = useMe()
  const session = useSession()
  const [search] = useSearchParams()
  const role = effectiveRole(me.roleName)
  const isActing = session.state === 'signed-in' && session.acting
  // The provider's staff manage every customer. Others see only their own.
  const named = Number(search.get('customer'))
  const customerId = role === 'SuperAdmin' && Number.isSafeInteger(named) && named > 0 ? named : me.customerId
  const config = useSso(customerId)
  const setup = useSsoSetup(customerId)
  const failed = config.error ?? setup.error
  const isLocked = isActing || !may({ role, permissions: [] }, saves)
  return (
    <>
      <PageHeader title="Single Sign-On" sub={<Help />} />
      {failed && (
        <ErrorNote
          title="Single sign-on could not be loaded"
          text={plainReason(failed)}
          onRetry={() => void Promise.all([config.refetch(), setup.refetch()])}
        />
      )}
      {!failed && (config.data === undefined || !setup.data) && (
        <div className={`${classes.cards} ${classes.waiting}`} aria-busy="true" />
      )}
      {config.data !== undefined && setup.data && (
        <div className={classes.cards}>
          {customerId !== me.customerId && (
            <p className={classes.locked}>You are changing settings of {setup.data.customerName}.</p>
          )}
          {isLocked && (
            <p className={classes.locked}>
              {isActing
                ? `You are acting as ${me.fullName}. Only they can change single sign-on.`
                : 'Only an Admin can change single sign-on.'}
            </p>
          )}
          <DomainsCard
            customerId={customerId}
            domains={setup.data.domains}
            isLocked={isLocked}
            mayConfirm={role === 'SuperAdmin'}
          />
          <SsoForm
            key={customerId}
            customerId={customerId}
            config={config.data}
            setup={setup.data}
            isLocked={isLocked}
          />
          <FailuresCard
            failures={setup.data.failures}
            timeZone={me.timeZone}
            isSetUp={config.data !== null}
          />
        </div>
      )}
    </>
  )
}

function Help() {
  const { data: support } = useSupport()
  return (
    <>
      Let people sign in with your identity provider.{' '}
      <a href="/api/docs/single-sign-on" target="_blank" rel="noreferrer">
        Visit the help center
      </a>
      {support?.email && (
        <>
          {' '}
          or contact <a href={`mailto:${support.email}`}>{support.email}</a>
        </>
      )}
    </>
  )
}
