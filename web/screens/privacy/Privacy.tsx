import { RetentionForm } from './RetentionForm.tsx'
import classes from './Privacy.module.css'
import { effectiveRole } from '#domain/access/roles'
import { keptInWords } from '#domain/privacy/kept-in-words'
import type { RetentionChoices } from '#domain/privacy/retention'
import { fates, type StoredKind } from '#domain/privacy/stored-data'
import { useRetention } from '#web/data/people/privacy.ts'
import { useMe } from '#web/data/people/users.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { useSession } from '#web/session/use-session.ts'
import { Link } from 'react-router'

const { goes, stays } = fates()

/** Explains what is stored about people and why, with their organization's own retention times. */
export function Privacy() {
  const me = useMe()
  const session = useSession()
  const retention = useRetention()
  const role = effectiveRole(me.roleName)
  const isActing = session.state === 'signed-in' && session.acting
  const maySet = (role === 'Admin' || role === 'SuperAdmin') && !isActing && me.owesSecondFactor !== true
  return (
    <>
      <PageHeader
        title="What we store about you"
        sub={`What ${me.customerName} and this server keep about you, why, and for how long`}
      />
      <div className={classes.cards}>
        <p className={classes.intro}>
          To see all of it, <Link to="/Profile">download your data</Link> on your profile. When you leave, an
          administrator of {me.customerName} deletes your account. Most of it is deleted with your account, at
          once. Records that prove something about a danger, or about who did what, stay.
        </p>
        {retention.isError && (
          <ErrorNote
            title="The list could not be loaded"
            text={plainReason(retention.error)}
            onRetry={() => void retention.refetch()}
          />
        )}
        {retention.data && (
          <>
            <StoredCard title="Deleted with your account" kinds={goes} choices={retention.data.days} />
            <StoredCard title="Kept when you leave" kinds={stays} choices={retention.data.days} />
            {maySet && <RetentionForm saved={retention.data} organization={me.customerName} />}
          </>
        )}
      </div>
    </>
  )
}

const byNumber = (except?: string) =>
  `It contains your account’s number, not your name${except === undefined ? '' : `, except ${except}`}.`

interface StoredCardProps {
  title: string
  kinds: readonly StoredKind[]
  choices: RetentionChoices
}

function StoredCard({ title, kinds, choices }: StoredCardProps) {
  return (
    <Card title={title}>
      <ul className={classes.kinds} aria-label={title}>
        {kinds.map(kind => (
          <li key={kind.title}>
            <h3>{kind.title}</h3>
            <div>
              <p>{kind.what}</p>
              <p className={classes.dim}>
                <span className={classes.label}>Why:</span> {kind.why}
              </p>
              <p className={classes.dim}>
                <span className={classes.label}>How long:</span> {keptInWords(kind.kept, choices)}
              </p>
              {kind.fate.kind === 'kept' && (
                <p className={classes.dim}>
                  <span className={classes.label}>Why it is kept:</span> {kind.fate.because}
                  {kind.fate.named === 'by number' && ` ${byNumber(kind.fate.except)}`}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
