import { ListenButton } from './ListenButton.tsx'
import classes from './SpokenField.module.css'
import { isTooLong, spokenCounter } from './spoken-counter.ts'
import { previewSpeech } from '#contract/devices/public-address'
import { may } from '#domain/access/may'
import { effectiveRole } from '#domain/access/roles'
import { useMe } from '#web/data/people/users.ts'
import { Textarea } from '#web/parts/look/inputs.ts'
import { useId, type ReactNode } from 'react'

interface SpokenFieldProps {
  label: string
  isRequired?: boolean
  description?: string
  value: string
  error?: string | undefined
  onChange: (value: string) => void
  /** Other buttons for the message. */
  acts?: ReactNode
}

/** A field for a spoken message, with the remaining length and a button to listen to it. */
export function SpokenField(props: SpokenFieldProps) {
  const { label, isRequired = false, description, value, error, onChange, acts } = props
  const me = useMe()
  const id = useId()
  const mayListen = may({ role: effectiveRole(me.roleName), permissions: me.permissions }, previewSpeech.who)
  const counter = spokenCounter(value)
  return (
    <div>
      <Textarea
        label={label}
        description={description}
        withAsterisk={isRequired}
        autosize={false}
        rows={3}
        aria-describedby={id}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        error={error ?? isTooLong(value)}
      />
      <div className={classes.foot}>
        {mayListen && <ListenButton message={value} disabled={value.trim() === '' || isTooLong(value)} />}
        {acts}
        <p id={id} className={classes.counter} data-tone={counter.tone}>
          {counter.text}
        </p>
      </div>
    </div>
  )
}
