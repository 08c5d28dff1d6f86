import { ListWaiting } from './ListWaiting.tsx'
import { lightningFirst, titled } from './overall.ts'
import classes from './Status.module.css'
import type { HouseStatus } from '#web/data/health/status.ts'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react'

interface CheckListProps {
  checks: HouseStatus['checks'] | undefined
  /** If false, checks are only named, because their results are not fresh. */
  isFresh: boolean
}

export function CheckList({ checks, isFresh }: CheckListProps) {
  if (!checks) return <ListWaiting />
  return (
    <ul className={classes.list}>
      {lightningFirst(checks, ({ name }) => name).map(({ name, ready, detail }) => (
        <li key={name}>
          <div className={classes.head}>
            <h3>{titled(name)}</h3>
            <CheckState ready={isFresh ? ready : undefined} />
          </div>
          {isFresh && <p>{titled(detail)}</p>}
        </li>
      ))}
    </ul>
  )
}

function CheckState({ ready }: { ready: boolean | undefined }) {
  if (ready === undefined) {
    return (
      <StatusPill tone="unknown" icon={IconQuestionMark}>
        Unknown
      </StatusPill>
    )
  }
  return ready ? (
    <StatusPill tone="good" icon={IconCheck}>
      OK
    </StatusPill>
  ) : (
    <StatusPill tone="bad" icon={IconX}>
      Failing
    </StatusPill>
  )
}
