import classes from './GetStarted.module.css'
import { useStanding } from '#web/data/people/getting-started.ts'
import { nextSetupStep, stepsDone, type StepName } from '#web/data/people/getting-started-steps.ts'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { useRemembered } from '#web/parts/browser/use-remembered.ts'
import { Button } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from 'react-router'

/**
 * Whether the organization's setup needs a prompt. The test message is per administrator, so it is no reason to prompt
 * all of them.
 */
const steps = [
  ['place', 'The place'],
  ['standard', 'The standard to follow'],
  ['people', 'The people'],
] as const satisfies readonly (readonly [StepName, string])[]

const parse = (kept: string | null) => kept === 'yes'
const format = (isHidden: boolean) => (isHidden ? 'yes' : 'no')

/** Guides an administrator while the organization's setup is incomplete. 'Not now' hides it in this browser. */
export function GetStarted() {
  const { customerId } = useMe()
  const [isHidden, hide] = useRemembered(`skywarden:get-started-hidden-${customerId}`, parse, format)
  return isHidden ? null : <StillMissing onHide={() => hide(true)} />
}

function StillMissing({ onHide }: { onHide: () => void }) {
  const me = useMe()
  const known = useStanding()
  // While the state is unknown nothing is shown; the page itself reports that.
  if (known.kind !== 'known') return null
  const done = stepsDone(known.standing, 'arrived', me.id)
  if (nextSetupStep(done) === null) return null
  const many = steps.filter(([step]) => done.has(step)).length
  return (
    <Card title="Get started" aside={`${many} of ${steps.length} done`}>
      <div className={classes.row}>
        <ul className={classes.steps}>
          {steps.map(([step, label]) => (
            <li key={step} data-done={done.has(step) || undefined}>
              {done.has(step) ? (
                <IconCircleCheckFilled size={20} aria-hidden />
              ) : (
                <IconCircle size={20} stroke={1.75} aria-hidden />
              )}
              {label}
              <span className="visually-hidden">{done.has(step) ? ': done' : ': to do'}</span>
            </li>
          ))}
        </ul>
        <div className={classes.acts}>
          <Button component={Link} to="/Welcome">
            {many === 0 ? 'Begin' : 'Continue'}
          </Button>
          <Button variant="default" onClick={onHide}>
            Not now
          </Button>
        </div>
      </div>
    </Card>
  )
}
