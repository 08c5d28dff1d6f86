import classes from './Consultation.module.css'
import { failureText } from './question-draft.ts'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'

type OutcomeProps = { onGoOn: () => void } & (
  | { kind: 'success'; text: string }
  | { kind: 'failure'; supportEmail: string | null | undefined }
)

/** Shows the outcome of a question in place of the form. */
export function ConsultationResult(props: OutcomeProps) {
  const button = useRef<HTMLButtonElement>(null)
  // The button that had the focus has disappeared with the form, so this button takes it.
  useEffect(() => button.current?.focus(), [])
  const isSuccess = props.kind === 'success'
  const OutcomeIcon = isSuccess ? IconCircleCheck : IconAlertTriangle
  return (
    <div role={isSuccess ? 'status' : 'alert'} className={classes.outcome} data-kind={props.kind}>
      <OutcomeIcon size={40} stroke={1.5} aria-hidden />
      <p>{props.kind === 'success' ? props.text : failureText(props.supportEmail)}</p>
      <Button ref={button} variant="default" onClick={props.onGoOn}>
        {isSuccess ? 'Send another request' : 'Try again'}
      </Button>
    </div>
  )
}
