import classes from './StatePanel.module.css'
import { severeDanger } from '#domain/policies/hazards'
import type { OtherHazards } from '#web/data/weather/hazards.ts'
import { threatIcons } from '#web/parts/weather/threat-icons.ts'
import { warningsAnchor } from '#web/screens/home/dashboard/warnings/tabs.ts'
import { IconQuestionMark } from '@tabler/icons-react'

/** More hazards would push the place's state off a phone's screen. */
const mostShown = 4

/** Lists the place's other hazards, because All Clear applies to lightning only. */
export function Hazards({ others: { hazards, unknown } }: { others: OtherHazards }) {
  if (hazards.length === 0 && unknown.length === 0) return null
  const hidden = hazards.length - mostShown
  return (
    <ul className={classes.hazards} aria-label="Other hazards here">
      {hazards.slice(0, mostShown).map(({ name, threat, danger }) => {
        const HazardIcon = threatIcons[threat]
        return (
          <li key={name} data-danger={danger >= severeDanger ? 'severe' : 'moderate'}>
            <a href={`#${warningsAnchor}`}>
              <HazardIcon size={18} aria-hidden />
              {name}
            </a>
          </li>
        )
      })}
      {hidden > 0 && (
        <li data-danger="moderate">
          <a href={`#${warningsAnchor}`}>+{hidden} more</a>
        </li>
      )}
      {unknown.length > 0 && (
        <li data-danger="unknown">
          <IconQuestionMark size={18} aria-hidden />
          {sentence(unknown)} unknown
        </li>
      )}
    </ul>
  )
}

function sentence(kinds: readonly string[]): string {
  const words = new Intl.ListFormat('en-US').format(kinds)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
