import classes from './Strip.module.css'
import { namesOf, type ThreatIconNames as Threats } from './threats.ts'
import { Hint } from '#web/parts/page/Hint.tsx'
import { threatIcons } from '#web/parts/weather/threat-icons.ts'
import { IconQuestionMark, IconShieldCheck } from '@tabler/icons-react'

/** Shows up to three icons with names, then the number of others. 'None' and 'unknown' are shown too. */
export function ThreatIcons({ threats }: { threats: Threats }) {
  const { shown, hidden, unknown } = threats
  return (
    <div className={classes.threats}>
      {shown.map(({ shortName, threat, names }) => {
        const ThreatIcon = threatIcons[threat]
        return (
          <Hint key={shortName} text={names.join(', ')} className={classes.threat}>
            <ThreatIcon size={16} aria-hidden />
          </Hint>
        )
      })}
      {hidden.length > 0 && (
        <Hint text={namesOf(hidden)} className={classes.threat}>
          +{hidden.length}
        </Hint>
      )}
      {unknown.length > 0 && (
        <Hint text={`Unknown: ${unknown.join(' and ')}`} className={classes.unsure}>
          <IconQuestionMark size={14} aria-hidden />
        </Hint>
      )}
      {shown.length === 0 && unknown.length === 0 && (
        <Hint text="No policy warnings" className={classes.calm}>
          <IconShieldCheck size={16} aria-hidden />
        </Hint>
      )}
    </div>
  )
}
