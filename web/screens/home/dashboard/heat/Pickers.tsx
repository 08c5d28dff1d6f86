import type { HeatChoice } from './heat.ts'
import { shownAdjustment } from './adjustment.ts'
import classes from './HeatDialog.module.css'
import type { WorkRestProfile } from '#domain/heat-stress/work-rest'
import { useId } from 'react'

interface PickersProps {
  profile: WorkRestProfile
  choice: HeatChoice
  onChoose: (choice: HeatChoice) => void
}

/** Fields for work intensity and clothing. */
export function Pickers({ profile, choice, onChoose }: PickersProps) {
  const name = useId()
  const { intensityId, modifierIds } = choice
  const wearing = (id: number) =>
    modifierIds.includes(id) ? modifierIds.filter(each => each !== id) : [...modifierIds, id]
  return (
    <section className={classes.panel} aria-label="Your work">
      <fieldset className={classes.chips}>
        <legend>Intensity</legend>
        {profile.intensities.map(({ id, name: label }) => (
          <label key={id}>
            <input
              type="radio"
              name={name}
              checked={id === intensityId}
              onChange={() => onChoose({ ...choice, intensityId: id })}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {profile.modifiers.length > 0 && (
        <fieldset className={classes.checks}>
          <legend>Clothing / PPE</legend>
          {profile.modifiers.map(({ id, name: label, adjustmentF }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={modifierIds.includes(id)}
                onChange={() => onChoose({ ...choice, modifierIds: wearing(id) })}
              />
              <span>{label}</span>
              <span className={classes.dim}>{shownAdjustment(adjustmentF)}</span>
            </label>
          ))}
        </fieldset>
      )}
    </section>
  )
}
