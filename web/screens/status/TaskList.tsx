import { titled } from './overall.ts'
import classes from './Status.module.css'
import type { FailingTask } from '#contract/status'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { shownInstant } from '#web/parts/time/times.ts'
import { IconX } from '@tabler/icons-react'

interface TaskListProps {
  tasks: readonly FailingTask[]
  timeZone: string
}

/** Lists failing background tasks. Working ones are not listed. */
export function TaskList({ tasks, timeZone }: TaskListProps) {
  return (
    <ul className={classes.list}>
      {tasks.map(({ name, reason, since }) => (
        <li key={name}>
          <div className={classes.head}>
            <h3>{titled(name)}</h3>
            <StatusPill tone="bad" icon={IconX}>
              Failing
            </StatusPill>
          </div>
          <p>{titled(reason)}</p>
          <p>Since {shownInstant(since, timeZone)}</p>
        </li>
      ))}
    </ul>
  )
}
