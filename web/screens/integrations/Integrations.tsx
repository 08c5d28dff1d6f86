import { PlaceRingsCard } from './PlaceRingsCard.tsx'
import { RequestAccess } from './RequestAccess.tsx'
import classes from './Integrations.module.css'
import { adminRoles } from '#domain/access/roles'
import type { Permission } from '#domain/access/permissions'
import { ConnectSinglewire } from '#web/forms/ConnectSinglewire.tsx'
import { plainReason } from '#web/data/requests/failures.ts'
import { useConnection } from '#web/data/messages/informacast.ts'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { Button } from '@mantine/core'
import { IconCheck, IconFlask } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'

/** Integrations that do not need another provider. */
const own = [
  {
    title: 'Webhooks',
    about:
      'Tell your own systems, such as a scoreboard or a chat, when a delay begins and when it is all clear',
    button: 'Manage webhooks',
    path: '/Integrations/Webhooks',
  },
  {
    title: 'Feeds and Home Assistant',
    about: 'Let signs, alerting systems and Home Assistant read the state of your locations',
    button: 'Manage feeds',
    path: '/Integrations/Feeds',
  },
]

export function Integrations() {
  const me = useMe()
  const navigate = useNavigate()
  const [asksFor, setAsksFor] = useState<string>()
  const [isConnecting, setConnecting] = useState(false)
  const isAdmin = adminRoles.some(role => role === me.roleName)
  const has = (permission: Permission) => isAdmin && me.permissions.includes(permission)
  const mayChange = isAdmin && me.roleName !== 'AssistantAdmin'
  const hasSinglewire = has('integrations.singlewire.access')
  const connection = useConnection(me.customerId, hasSinglewire)

  function singlewireButton() {
    if (!hasSinglewire)
      return (
        <Button variant="default" onClick={() => setAsksFor('Singlewire - InformaCast')}>
          Request Access
        </Button>
      )
    if (connection.data)
      return (
        <Button variant="default" onClick={() => void navigate('/Integrations/Singlewire')}>
          Manage Configuration
        </Button>
      )
    return (
      <Button disabled={!connection.isSuccess || !mayChange} onClick={() => setConnecting(true)}>
        Connect to Singlewire
      </Button>
    )
  }

  return (
    <>
      <PageHeader title="Integrations" sub="Review and manage your enabled integrations" />
      {connection.isError && (
        <ErrorNote
          title="Integrations could not be loaded"
          text={plainReason(connection.error)}
          onRetry={() => void connection.refetch()}
        />
      )}
      <div className={classes.cards}>
        <Entry
          title="Singlewire - InformaCast"
          about="Send policy alerts to your organization members through InformaCast"
          state={connection.data && <Connected isSimulated={connection.data.simulated} />}
        >
          {singlewireButton()}
        </Entry>
        <Entry
          title="Single Sign-On (SSO)"
          about="Enable users to log in with your identity provider through SSO authentication"
        >
          {has('integrations.sso.access') ? (
            <Button variant="default" onClick={() => void navigate('/Integrations/SSO')}>
              Manage SSO Configuration
            </Button>
          ) : (
            <Button variant="default" onClick={() => setAsksFor('Single Sign-On (SSO)')}>
              Request Access
            </Button>
          )}
        </Entry>
        {own.map(({ title, about, button, path }) => (
          <Entry key={path} title={title} about={about}>
            {isAdmin ? (
              <Button variant="default" onClick={() => void navigate(path)}>
                {button}
              </Button>
            ) : (
              <Button variant="default" onClick={() => setAsksFor(title)}>
                Request Access
              </Button>
            )}
          </Entry>
        ))}
      </div>
      {has('read:integrations') && (
        <div className={classes.rings}>
          <PlaceRingsCard />
        </div>
      )}
      {asksFor !== undefined && <RequestAccess to={asksFor} onClose={() => setAsksFor(undefined)} />}
      {isConnecting && <ConnectSinglewire onClose={() => setConnecting(false)} />}
    </>
  )
}

interface EntryProps {
  title: string
  about: string
  state?: ReactNode
  children: ReactNode
}

function Entry({ title, about, state, children }: EntryProps) {
  return (
    <Card title={title}>
      <div className={classes.card}>
        <p className={classes.about}>{about}</p>
        <div className={classes.foot}>
          {children}
          {state}
        </div>
      </div>
    </Card>
  )
}

function Connected({ isSimulated }: { isSimulated: boolean }) {
  return isSimulated ? (
    <StatusPill tone="warn" icon={IconFlask}>
      Simulated
    </StatusPill>
  ) : (
    <StatusPill tone="info" icon={IconCheck}>
      Connected
    </StatusPill>
  )
}
