import { Abilities } from './Abilities.tsx'
import { greetingAt } from './greeting.ts'
import classes from './Home.module.css'
import { NothingWatched } from './NothingWatched.tsx'
import { useMe } from '#web/data/users.ts'
import { Card } from '#web/parts/Card.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { PageHeader } from '#web/parts/PageHeader.tsx'
import { hourIn, shownClock, shownDay } from '#web/parts/times.ts'
import { useNow } from '#web/parts/use-now.ts'
import { zoneLabel } from '#web/parts/zones.ts'
import { Link } from 'react-router'

export function Home() {
  const me = useMe()
  const now = useNow()
  return (
    <>
      <PageHeader
        title={`${greetingAt(hourIn(now, me.timeZone))}, ${me.firstName}`}
        tab="Home"
        sub={`${shownDay(now, me.timeZone)} · ${shownClock(now, me.timeZone)}`}
      />
      <div className={classes.grid}>
        <NothingWatched />
        <Card title="Signed in as" aside={<Link to="/Profile">My Profile</Link>}>
          <Facts
            facts={[
              { label: 'Name', value: me.fullName },
              { label: 'E-mail', value: me.email ?? '--' },
              { label: 'Organization', value: me.customerName },
              { label: 'User group', value: me.siteName ?? '--' },
              { label: 'Role', value: me.roleDisplayName },
              { label: 'Time zone', value: zoneLabel(me.timeZone) },
            ]}
          />
        </Card>
        <Abilities me={me} />
      </div>
    </>
  )
}
