import classes from './Welcome.module.css'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'

interface StepProps {
  number: number
  title: string
  text: string
  isDone: boolean
  isNext: boolean
  /** Shows what already exists. */
  shown?: ReactNode
  /** Set if the instructions are long and shown only on demand. Otherwise they are always shown. */
  fold?: {
    readonly isOpen: boolean
    /** The button's label once something exists. */
    readonly again: string
    readonly onOpen: () => void
    readonly onClose: () => void
  }
  /** The instructions. */
  children: ReactNode
}

/** Shows one step: what exists, and how to do it. */
export function WelcomeStep({ number, title, text, isDone, isNext, shown, fold, children }: StepProps) {
  const id = useId()
  const isFolded = fold !== undefined && !fold.isOpen
  return (
    <li className={classes.step} data-done={isDone || undefined} data-next={isNext || undefined}>
      <section className={classes.body} aria-labelledby={id}>
        <h2 id={id}>
          <span className={classes.number} aria-hidden="true">
            {isDone ? <IconCheck size={18} stroke={2.5} /> : number}
          </span>
          {title} <span className={classes.state}>{isDone ? 'Done' : isNext ? 'Next' : 'To do'}</span>
        </h2>
        {!isDone && <p className={classes.text}>{text}</p>}
        {shown}
        {isFolded ? (
          <div>
            <Button variant="default" onClick={fold.onOpen}>
              {isDone ? fold.again : 'Do this now'}
            </Button>
          </div>
        ) : (
          children
        )}
        {fold?.isOpen && isDone && (
          <div>
            <Button variant="default" onClick={fold.onClose}>
              Close
            </Button>
          </div>
        )}
      </section>
    </li>
  )
}
