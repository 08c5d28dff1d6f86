import classes from './Instruments.module.css'
import { makeTexts, offeredMakes } from './make-text.ts'
import { makeOf, type MakeId } from '#domain/instruments/makes'
import { IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'

interface MakeChoiceProps {
  onChoose: (make: MakeId) => void
}

/**
 * Lists the makes that can be added, by how their messages arrive. Uses buttons instead of radios, because a choice
 * opens the next step, and arrow keys would choose every make along the way.
 */
export function MakeChoice({ onChoose }: MakeChoiceProps) {
  const id = useId()
  return (
    <div className={classes.groups}>
      {offeredMakes().map(({ group, makes }) => (
        <section key={group} aria-labelledby={`${id}${group}`}>
          <h3 id={`${id}${group}`}>{group}</h3>
          <ul className={classes.makes}>
            {makes.map(make => (
              <li key={make}>
                <button type="button" className={classes.make} onClick={() => onChoose(make)}>
                  <span>
                    <strong>{makeOf(make).name}</strong>
                    <span className={classes.dim}>{makeTexts[make].products}</span>
                  </span>
                  <IconChevronRight size={18} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
