import classes from './SingleSignOn.module.css'
import type { SsoSetup } from '#contract/people/sso'
import { Card } from '#web/parts/page/Card.tsx'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { shownInstant } from '#web/parts/time/times.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMemo } from 'react'

type Failure = SsoSetup['failures'][number]

const keyOf = ({ id }: Failure) => String(id)

function columnsFor(timeZone: string): Column<Failure>[] {
  return [
    { id: 'at', header: 'When', sortBy: ({ at }) => at, cell: ({ at }) => shownInstant(at, timeZone) },
    {
      id: 'email',
      header: 'Who',
      sortBy: ({ email }) => email ?? '',
      cell: ({ email, isTrial }) => (
        <span className={classes.who}>
          {email ?? 'Unknown'}
          {isTrial && <span className={classes.dim}>Trial</span>}
        </span>
      ),
    },
    { id: 'because', header: 'Why not', cell: ({ because }) => because },
  ]
}

/** Shows why sign-ins failed, in more detail than the person's own page. */
export function FailuresCard({
  failures,
  timeZone,
  isSetUp,
}: {
  failures: readonly Failure[]
  timeZone: string
  isSetUp: boolean
}) {
  const columns = useMemo(() => columnsFor(timeZone), [timeZone])
  if (!isSetUp && failures.length === 0) return null
  return (
    <Card title="Recent sign-in failures" flush>
      <DataTable
        caption="Recent sign-in failures"
        rows={failures}
        columns={columns}
        rowKey={keyOf}
        empty={
          <EmptyState
            icon={<IconCircleCheck size={32} stroke={1.5} aria-hidden />}
            title="No sign-ins were rejected"
            text="If someone cannot sign in with your identity provider, the reason is listed here for 30 days."
          />
        }
      />
    </Card>
  )
}
