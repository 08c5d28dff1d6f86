import classes from './Policies.module.css'
import { groupWords, isInactive, noticeWords } from './policy-text.ts'
import type { UserGroup } from '#contract/people/groups'
import type { WirePolicy } from '#contract/places/policies'
import { lightningZoneOf } from '#domain/policies/policy-types'
import { thresholdWords } from '#domain/policies/policy'
import { threatNameOf } from '#domain/policies/threats'
import { Hint } from '#web/parts/page/Hint.tsx'
import { StatusPill } from '#web/parts/page/StatusPill.tsx'
import { threatIcons } from '#web/parts/weather/threat-icons.ts'
import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBell,
  IconBellOff,
  IconCertificate,
  IconClockCheck,
  IconPencil,
  IconTrash,
  IconUsersGroup,
  IconZzz,
} from '@tabler/icons-react'
import { useId } from 'react'

interface PolicyCardProps {
  policy: WirePolicy
  /** Undefined while unknown. */
  groups: readonly UserGroup[] | undefined
  /** Absent for people who can only read. */
  onEdit?: () => void
  onRemove?: () => void
}

export function PolicyCard({ policy, groups, onEdit, onRemove }: PolicyCardProps) {
  const id = useId()
  const { policyTypeShortName: type, policyTypeName, standard } = policy
  const TypeIcon = threatIcons[threatNameOf(type)]
  const [value, ...direction] = thresholdWords(type, policy.threshold).split(' or ')
  const isTold = policy.notificationActions.length > 0
  const NoticeIcon = isTold ? IconBell : IconBellOff
  return (
    <article className={classes.card} aria-labelledby={id} data-inactive={isInactive(policy) || undefined}>
      <div className={classes.head}>
        <span className={classes.icon} data-zone={lightningZoneOf[type]}>
          <TypeIcon size={20} aria-hidden />
        </span>
        <h3 id={id}>{policyTypeName}</h3>
        {onEdit && onRemove && (
          <div className={classes.acts}>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Edit ${policy.policyDisplayName}`}
              onClick={onEdit}
            >
              <IconPencil size={16} aria-hidden />
            </Button>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Delete ${policy.policyDisplayName}`}
              onClick={onRemove}
            >
              <IconTrash size={16} aria-hidden />
            </Button>
          </div>
        )}
      </div>
      <p className={classes.threshold}>
        <span className={classes.direction}>at </span>
        <strong>{value}</strong>
        <span className={classes.direction}> or {direction}</span>
      </p>
      <ul className={classes.facts}>
        <li>
          <IconClockCheck size={16} aria-hidden />
          All clear after {policy.allClearMinutes} min
        </li>
        {isInactive(policy) ? (
          <li>
            <StatusPill tone="warn" icon={IconZzz}>
              Inactive: no user group
            </StatusPill>
          </li>
        ) : (
          <li>
            <IconUsersGroup size={16} aria-hidden />
            {groupWords(policy, groups)}
          </li>
        )}
        <li>
          <NoticeIcon size={16} aria-hidden />
          {noticeWords(policy)}
        </li>
      </ul>
      {standard && <Standard standard={standard} />}
    </article>
  )
}

/** Shows the standard that a policy comes from, and whether the policy still meets it. */
function Standard({ standard }: { standard: NonNullable<WirePolicy['standard']> }) {
  const isLaxer = standard.laxer.length > 0
  return (
    <div className={classes.standard}>
      {isLaxer ? (
        <Hint text={`Less strict than ${standard.name}. ${standard.laxer.join(' ')}`}>
          <StatusPill tone="warn" icon={IconAlertTriangle}>
            {`Less strict than ${standard.name}`}
          </StatusPill>
        </Hint>
      ) : (
        <StatusPill tone="info" icon={IconCertificate}>
          {standard.name}
        </StatusPill>
      )}
      <p className={classes.source}>{standard.source}</p>
    </div>
  )
}
