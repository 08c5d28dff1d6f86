import { CheckList } from './CheckList.tsx'
import { FaultNote } from './FaultNote.tsx'
import { FeedList } from './FeedList.tsx'
import { isFailingOnPurpose, overallOf, type Overall } from './overall.ts'
import { OverallCard } from './OverallCard.tsx'
import classes from './Status.module.css'
import { TaskList } from './TaskList.tsx'
import { plainReason } from '#web/data/requests/failures.ts'
import { useStatus, type KnownStatus } from '#web/data/health/status.ts'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { shownInstant } from '#web/parts/time/times.ts'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { Button, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'

const MakeReal = lazy(async () => ({ default: (await import('#web/forms/make-real/MakeReal.tsx')).MakeReal }))

function shownOverall(known: KnownStatus): Overall {
  if (known.kind === 'heard') return overallOf(known.status)
  if (known.kind === 'asking') return { state: 'unknown', sentence: 'Asking the server…', because: '' }
  return {
    state: 'unknown',
    sentence: 'Unknown: no recent update from the server',
    because: `${known.error ? plainReason(known.error) : 'The server did not respond.'} We’ll try again every 5 seconds.`,
  }
}

/** Shows the server's status: the checks it must pass to be reliable, and every feed. */
export function Status() {
  const { timeZone } = useMe()
  const known = useStatus()
  const received = known.kind === 'heard' ? known : undefined
  const last = known.kind === 'silent' ? known.before : received?.status
  return (
    <>
      <PageHeader title="Status" sub="Is everything working?" />
      <div className={classes.page}>
        <OverallCard
          overall={shownOverall(known)}
          asOf={last && `${received ? 'As of' : 'Last update:'} ${shownInstant(last.asOf, timeZone)}`}
          action={
            known.kind === 'silent' && (
              <Button variant="default" onClick={known.askAgain}>
                Try again
              </Button>
            )
          }
        />
        {last?.rehearsal && (
          <WarningNote
            title="Rehearsal: nothing is sent from this server"
            text={`${last.rehearsal.because} Messages, sirens, and webhooks have been held since ${shownInstant(last.rehearsal.since, timeZone)}.`}
            action={
              <Suspense>
                <MakeReal />
              </Suspense>
            }
          />
        )}
        {last?.simulatedWeather && (
          <WarningNote
            title="Simulated weather"
            text="These feeds show a simulated world. With SKYWARDEN_DEMO=off, Skywarden uses only real sources."
          />
        )}
        {received?.status.feeds.filter(isFailingOnPurpose).map(feed => (
          <FaultNote key={feed.feed} feed={feed} />
        ))}
        {received && received.status.failingTasks.length > 0 && (
          <Card title="Background tasks" flush>
            <TaskList tasks={received.status.failingTasks} timeZone={timeZone} />
          </Card>
        )}
        {(last || known.kind === 'asking') && (
          <div className={classes.lists}>
            <Card title="Feeds" flush>
              <FeedList feeds={last?.feeds} serverNowMs={received?.serverNowMs} />
            </Card>
            <Card title="Checks" flush>
              <CheckList checks={last?.checks} isFresh={received !== undefined} />
            </Card>
          </div>
        )}
        {last?.softwareVersion && (
          <Text size="sm" c="dimmed">
            Skywarden {last.softwareVersion}
          </Text>
        )}
      </div>
    </>
  )
}
