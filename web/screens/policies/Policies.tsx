import classes from './Policies.module.css'
import { OutdatedRings } from './OutdatedRings.tsx'
import { PolicyCard } from './PolicyCard.tsx'
import { PolicyDialog } from './PolicyDialog.tsx'
import { policySections } from './policy-text.ts'
import { RemovePolicy } from './RemovePolicy.tsx'
import { StandardsDialog } from './StandardsDialog.tsx'
import { type WirePolicy } from '#contract/places/policies'
import { addPolicy } from '#contract/places/policy-changes'
import { may } from '#domain/access/may'
import { effectiveRole } from '#domain/access/roles'
import { plainReason } from '#web/data/requests/failures.ts'
import { useGroups } from '#web/data/people/groups.ts'
import { usePolicies } from '#web/data/policies/policies.ts'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { Button } from '@mantine/core'
import { IconCertificate, IconPlus, IconShieldOff } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'

type Opened =
  | { readonly kind: 'new' }
  | { readonly kind: 'standards' }
  | { readonly kind: 'edit' | 'remove'; readonly policy: WirePolicy }

/** Shows the organization's weather policies. Assistant Admins can read those of their group. */
export function Policies() {
  const me = useMe()
  const policies = usePolicies()
  const groups = useGroups()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const mayEdit = may({ role: effectiveRole(me.roleName), permissions: me.permissions }, addPolicy.who)
  return (
    <>
      <PageHeader
        title="Policies"
        sub="Weather thresholds that warn your people. If a group has several policies of one type, the strictest applies."
        actions={
          mayEdit && (
            <>
              <Button
                variant="default"
                leftSection={<IconCertificate size={16} aria-hidden />}
                onClick={() => setOpened({ kind: 'standards' })}
              >
                Start from a standard
              </Button>
              <Button
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => setOpened({ kind: 'new' })}
              >
                Add Policy
              </Button>
            </>
          )
        }
      />
      {groups.isError && (
        <ErrorNote
          title="User groups could not be loaded"
          text={plainReason(groups.error)}
          onRetry={() => void groups.refetch()}
        />
      )}
      <OutdatedRings />
      {policies.isError ? (
        <ErrorNote
          title="Policies could not be loaded"
          text={plainReason(policies.error)}
          onRetry={() => void policies.refetch()}
        />
      ) : (
        <PolicyList
          policies={policies.data}
          mayEdit={mayEdit}
          card={policy => (
            <PolicyCard
              key={policy.id}
              policy={policy}
              groups={groups.data}
              {...(mayEdit && {
                onEdit: () => setOpened({ kind: 'edit', policy }),
                onRemove: () => setOpened({ kind: 'remove', policy }),
              })}
            />
          )}
        />
      )}
      {opened?.kind === 'new' && <PolicyDialog policy={null} onClose={close} />}
      {opened?.kind === 'edit' && <PolicyDialog policy={opened.policy} onClose={close} />}
      {opened?.kind === 'remove' && <RemovePolicy policy={opened.policy} onClose={close} />}
      {opened?.kind === 'standards' && <StandardsDialog onClose={close} />}
    </>
  )
}

interface PolicyListProps {
  policies: readonly WirePolicy[] | undefined
  mayEdit: boolean
  card: (policy: WirePolicy) => ReactNode
}

function PolicyList({ policies, mayEdit, card }: PolicyListProps) {
  if (!policies) {
    return (
      <div className={classes.grid} aria-busy="true">
        <div className={classes.waiting} />
        <div className={classes.waiting} />
        <div className={classes.waiting} />
      </div>
    )
  }
  if (policies.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<IconShieldOff size={32} stroke={1.5} aria-hidden />}
          title="You don't have any policies added"
          text="Add a policy to continue."
        >
          {mayEdit && <Link to="/Welcome">Get started in four steps</Link>}
        </EmptyState>
      </Card>
    )
  }
  return (
    <div className={classes.sections}>
      {policySections(policies).map(({ category, policies: own }) => (
        <section key={category} aria-label={category}>
          <h2 className={classes.category}>{category}</h2>
          <div className={classes.grid}>{own.map(card)}</div>
        </section>
      ))}
    </div>
  )
}
