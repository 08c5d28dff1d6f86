import { PeopleStep } from './people/PeopleStep.tsx'
import { PeopleNotified } from './people/PeopleNotified.tsx'
import { PlaceStep } from './place/PlaceStep.tsx'
import { PlaceWatched } from './place/PlaceWatched.tsx'
import { FollowedPolicies } from './standard/FollowedPolicies.tsx'
import { StandardStep } from './standard/StandardStep.tsx'
import { WelcomeStep } from './Step.tsx'
import { Summary } from './summary/Summary.tsx'
import { TestStep } from './test/TestStep.tsx'
import { WhereWeatherComesFrom } from './WhereWeatherComesFrom.tsx'
import classes from './Welcome.module.css'
import { plainReason } from '#web/data/requests/failures.ts'
import { useStanding } from '#web/data/people/getting-started.ts'
import {
  nextSetupStep,
  stepsDone,
  testStandingOf,
  type SetupState,
  type StepName,
} from '#web/data/people/getting-started-steps.ts'
import { useLastTest } from '#web/data/messages/notification-settings.ts'
import { useMe } from '#web/data/people/users.ts'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { useState } from 'react'

/**
 * Guides an administrator through the first fifteen minutes: what an organization needs to receive weather
 * notifications.
 */
export function Welcome() {
  const known = useStanding()
  return (
    <>
      <PageHeader
        title="Get started"
        sub="Four steps, about 15 minutes. You can leave at any time; each step remembers what is done."
      />
      <WhereWeatherComesFrom />
      {known.kind === 'asking' && <Waiting />}
      {known.kind === 'failed' && (
        <ErrorNote
          title="Your progress could not be loaded"
          text={plainReason(known.error)}
          onRetry={known.askAgain}
        />
      )}
      {known.kind === 'known' && <Steps standing={known.standing} />}
    </>
  )
}

function Steps({ standing }: { standing: SetupState }) {
  const { id } = useMe()
  const last = useLastTest(id, true)
  const test = testStandingOf(last.data ?? null)
  const done = stepsDone(standing, test, id)
  const next = nextSetupStep(done)
  const [chosen, setChosen] = useState<StepName | null>(null)
  const opened = chosen ?? next
  const { place, policies, people } = standing
  /** A completed step leads to the next one. */
  const goOn = () => setChosen(null)
  const markOf = (name: StepName) => ({ isDone: done.has(name), isNext: name === next })
  const foldOf = (name: StepName, again: string) => ({
    again,
    isOpen: name === opened,
    onOpen: () => setChosen(name),
    onClose: goOn,
  })

  return (
    <>
      <ol className={classes.steps}>
        <WelcomeStep
          number={1}
          title="The place"
          text="Where do people need to be safe? You can add more later."
          fold={foldOf('place', 'Add another place')}
          shown={place.kind === 'watched' && <PlaceWatched place={place} />}
          {...markOf('place')}
        >
          <PlaceStep place={place} onDone={goOn} />
        </WelcomeStep>
        <WelcomeStep
          number={2}
          title="The standard to follow"
          text="Published safety rules as ready-made policies, for everyone in your organization."
          fold={foldOf('standard', 'Add from a standard')}
          shown={policies.length > 0 && <FollowedPolicies policies={policies} />}
          {...markOf('standard')}
        >
          <StandardStep onBegin={() => setChosen('standard')} onDone={goOn} />
        </WelcomeStep>
        <WelcomeStep
          number={3}
          title="The people"
          text="Who should be notified? Some people sign in; others only receive messages."
          fold={foldOf('people', 'Add more people')}
          shown={people.others > 0 && <PeopleNotified people={people} place={place} />}
          {...markOf('people')}
        >
          <PeopleStep place={place} onBegin={() => setChosen('people')} onDone={goOn} />
        </WelcomeStep>
        <WelcomeStep
          number={4}
          title="Send a test message"
          text="Send one to yourself and see whether it arrives."
          {...markOf('test')}
        >
          <TestStep isNext={next === 'test'} last={last.data ?? null} error={last.error} />
        </WelcomeStep>
      </ol>
      {place.kind === 'watched' && <Summary place={place} standing={standing} test={test} />}
    </>
  )
}

function Waiting() {
  return (
    <div className={classes.steps} role="status" aria-label="Loading">
      <div className={classes.waiting} />
      <div className={classes.waiting} />
      <div className={classes.waiting} />
    </div>
  )
}
