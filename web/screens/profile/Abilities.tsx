import { personAbilities } from './abilities.ts'
import classes from './Abilities.module.css'
import type { CurrentUser } from '#contract/people/users'
import { effectiveRole } from '#domain/access/roles'
import { Card } from '#web/parts/page/Card.tsx'
import { IconCheck } from '@tabler/icons-react'

export function ProfileAbilities({ me }: { me: CurrentUser }) {
  const { byRole, granted } = personAbilities({
    role: effectiveRole(me.roleName),
    permissions: me.permissions,
  })
  return (
    <Card title="What this account can do">
      <AbilityList heading={`As ${me.roleDisplayName}`} abilities={byRole} />
      {granted.length > 0 && <AbilityList heading={`Granted to ${me.customerName}`} abilities={granted} />}
    </Card>
  )
}

function AbilityList({ heading, abilities }: { heading: string; abilities: readonly string[] }) {
  return (
    <>
      <h3 className={classes.heading}>{heading}</h3>
      <ul className={classes.abilities}>
        {abilities.map(ability => (
          <li key={ability}>
            <IconCheck size={16} aria-hidden />
            {ability}
          </li>
        ))}
      </ul>
    </>
  )
}
