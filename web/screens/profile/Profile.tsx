import { ApiTokens } from './api-tokens/ApiTokens.tsx'
import { ProfileAbilities } from './Abilities.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { DetailsForm } from './DetailsForm.tsx'
import { Sessions } from './Sessions.tsx'
import { SignIns } from './SignIns.tsx'
import { TwoSteps } from './two-steps/TwoSteps.tsx'
import { YourData } from './YourData.tsx'
import classes from './Profile.module.css'
import { shortestPassword } from '#domain/access/password-length'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'

export function Profile() {
  const me = useMe()
  const session = useSession()
  const [changing, setChanging] = useState(false)
  const acting = session.state === 'signed-in' && session.acting
  return (
    <>
      <PageHeader title="My Profile" sub={`${me.roleDisplayName} · ${me.customerName}`} />
      <div className={classes.cards}>
        {acting && (
          <p className={classes.acting}>
            You are acting as {me.fullName}. Only they can change their profile and password.
          </p>
        )}
        <Card title="Your details">
          <DetailsForm me={me} disabled={acting} />
        </Card>
        <ProfileAbilities me={me} />
        <Card title="Password">
          <p className={classes.text}>
            Use at least {shortestPassword} characters. A few unrelated words are easy to remember and hard to
            guess.
          </p>
          <Button variant="default" disabled={acting} onClick={() => setChanging(true)}>
            Change Password
          </Button>
        </Card>
        {!acting && (
          <>
            <TwoSteps me={me} />
            <Sessions me={me} />
            <SignIns timeZone={me.timeZone} />
            <ApiTokens me={me} />
            <YourData />
          </>
        )}
      </div>
      <ChangePassword userId={me.id} email={me.email} opened={changing} onClose={() => setChanging(false)} />
    </>
  )
}
