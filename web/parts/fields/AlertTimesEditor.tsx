import classes from './AlertTimesEditor.module.css'
import { choicesWithinDay, clockChoices, weekdayName, overnightNote } from './alert-time-text.ts'
import { Switch } from '#web/parts/look/inputs.ts'
import { PlainSelect } from './PlainSelect.tsx'
import type { AlertTime, Weekday } from '#domain/alert-times/alert-times'
import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useId } from 'react'

interface AlertTimesEditorProps {
  /** The times of each day, in display order. */
  value: readonly AlertTime[]
  onChange: (value: readonly AlertTime[]) => void
  stepMinutes: 15 | 30
  errors?: Readonly<Partial<Record<Weekday, string>>>
  /** Whether times must not run past midnight. */
  isWithinDay?: boolean
  /** The text for a day that is off. */
  offWords?: string
}

/** Edits, day by day, when a person is notified or a device may sound. */
export function AlertTimesEditor(props: AlertTimesEditorProps) {
  const { value, onChange, stepMinutes, errors = {}, isWithinDay = false, offWords = 'No alerts' } = props
  const change = (changed: AlertTime) =>
    onChange(value.map(time => (time.day === changed.day ? changed : time)))
  const copyToAll = (model: AlertTime) => onChange(value.map(({ day }) => ({ ...model, day })))
  return (
    <ul className={classes.days}>
      {value.map(time => (
        <Day
          key={time.day}
          time={time}
          stepMinutes={stepMinutes}
          isWithinDay={isWithinDay}
          offWords={offWords}
          error={errors[time.day]}
          onChange={change}
          onCopyToAll={copyToAll}
        />
      ))}
    </ul>
  )
}

interface DayProps {
  time: AlertTime
  stepMinutes: number
  isWithinDay: boolean
  offWords: string
  error: string | undefined
  onChange: (time: AlertTime) => void
  onCopyToAll: (time: AlertTime) => void
}

const allDay = 'all-day'

function Day({ time, stepMinutes, isWithinDay, offWords, error, onChange, onCopyToAll }: DayProps) {
  const id = useId()
  const name = weekdayName(time.day)
  const note = isWithinDay ? undefined : overnightNote(time)
  const { starts, ends } = isWithinDay
    ? choicesWithinDay(stepMinutes, time)
    : {
        starts: clockChoices(stepMinutes, time.startMinute),
        ends: clockChoices(stepMinutes, time.endMinute),
      }
  const saidBelow = error !== undefined || note !== undefined
  const described = saidBelow ? { 'aria-describedby': id } : {}
  return (
    <li className={classes.day} data-off={!time.enabled || undefined}>
      <Switch
        label={name}
        checked={time.enabled}
        onChange={event => onChange({ ...time, enabled: event.currentTarget.checked })}
      />
      {time.enabled ? (
        <div className={classes.times}>
          <PlainSelect
            aria-label={`${name} from`}
            aria-invalid={error !== undefined}
            {...described}
            value={time.allDay ? allDay : time.startMinute}
            onChange={({ target }) =>
              onChange(
                target.value === allDay
                  ? { ...time, allDay: true }
                  : { ...time, allDay: false, startMinute: Number(target.value) },
              )
            }
          >
            <option value={allDay}>ALL DAY</option>
            <ClockOptions choices={starts} />
          </PlainSelect>
          {!time.allDay && (
            <>
              <span>to</span>
              <PlainSelect
                aria-label={`${name} to`}
                aria-invalid={error !== undefined}
                {...described}
                value={time.endMinute}
                onChange={({ target }) =>
                  onChange({ ...time, allDay: false, endMinute: Number(target.value) })
                }
              >
                <ClockOptions choices={ends} />
              </PlainSelect>
            </>
          )}
        </div>
      ) : (
        <p className={classes.off}>{offWords}</p>
      )}
      {time.enabled && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconCopy size={14} aria-hidden />}
          aria-label={`Copy to all days: ${name}’s times`}
          onClick={() => onCopyToAll(time)}
        >
          Copy to all
        </Button>
      )}
      {saidBelow && (
        <div id={id} className={classes.said}>
          {note !== undefined && <p>{note}</p>}
          {error !== undefined && <p className={classes.error}>{error}</p>}
        </div>
      )}
    </li>
  )
}

function ClockOptions({ choices }: { choices: ReturnType<typeof clockChoices> }) {
  return choices.map(({ minute, words }) => (
    <option key={minute} value={minute}>
      {words}
    </option>
  ))
}
