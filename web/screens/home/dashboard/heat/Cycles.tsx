import classes from './HeatDialog.module.css'
import { workWords } from './heat.ts'
import { WorkRestBar } from './WorkRestBar.tsx'
import { workPercentOf, type WorkRestProfile } from '#domain/heat-stress/work-rest'
import { IconCheck } from '@tabler/icons-react'

interface CyclesProps {
  profile: WorkRestProfile
  adjusted: number | null
  chosen: number
  onChoose: (intensityId: number) => void
}

/** Shows the guidance for every work intensity. A click selects one. */
export function Cycles({ profile, adjusted, chosen, onChoose }: CyclesProps) {
  return (
    <section className={classes.panel} aria-labelledby="work-rest-cycles">
      <h3 id="work-rest-cycles">Work/Rest Cycles</h3>
      <ul className={classes.cycles}>
        {profile.intensities.map(({ id, name }) => {
          const workPercent = workPercentOf(adjusted, profile, id)
          return (
            <li key={id}>
              <button type="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
                <span className={classes.cycleName}>
                  {name}
                  {id === chosen && <IconCheck size={16} aria-hidden />}
                </span>
                <span className={classes.cycleWords}>
                  {workWords(workPercent, profile, profile.durationUnit === 'Hour' ? 'minutes' : 'percent')}
                </span>
                <WorkRestBar workPercent={workPercent} isSmall />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
