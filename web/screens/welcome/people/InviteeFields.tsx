import classes from './People.module.css'
import type { PersonRow, RowErrors } from './people-rows.ts'
import { errorOf, errorsBeside } from '#web/parts/fields/field-errors.ts'
import { TextInput } from '#web/parts/look/inputs.ts'
import { PlainSelect } from '#web/parts/fields/PlainSelect.tsx'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useId } from 'react'

interface PersonFieldsProps {
  number: number
  row: PersonRow
  levels: readonly { readonly value: string; readonly label: string }[]
  errors: RowErrors
  onChange: (changed: Partial<PersonRow>) => void
  onRemove: () => void
}

const fields = [
  { name: 'firstName', wire: 'FirstName', label: 'First name', type: 'text' },
  { name: 'lastName', wire: 'LastName', label: 'Last name', type: 'text' },
  { name: 'email', wire: 'Email', label: 'Email', type: 'email' },
] as const

/** Fields for one person in the table. */
export function InviteeFields({ number, row, levels, errors, onChange, onRemove }: PersonFieldsProps) {
  const id = useId()
  const others = errorsBeside(
    errors,
    fields.map(({ wire }) => wire),
  )
  return (
    <fieldset className={classes.row}>
      <legend className="visually-hidden">Person {number}</legend>
      {fields.map(({ name, wire, label, type }) => (
        <TextInput
          key={name}
          label={label}
          type={type}
          autoComplete="off"
          value={row[name]}
          error={errorOf(errors, wire, label)}
          onChange={event => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
      <div className={classes.level}>
        <label htmlFor={id}>Level</label>
        <PlainSelect
          id={id}
          value={row.roleId}
          onChange={event => onChange({ roleId: event.currentTarget.value })}
        >
          {levels.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </PlainSelect>
      </div>
      <ActionIcon
        className={classes.remove ?? ''}
        variant="subtle"
        size="lg"
        aria-label={`Remove person ${number}`}
        onClick={onRemove}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
      {others.length > 0 && <p className={classes.error}>{others.join(' ')}</p>}
    </fieldset>
  )
}
