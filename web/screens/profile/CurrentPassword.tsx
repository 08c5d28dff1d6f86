import { errorOf, type ErrorsByField } from '#web/parts/fields/field-errors.ts'
import { PasswordInput } from '#web/parts/look/inputs.ts'

interface CurrentPasswordProps {
  value: string
  errors: ErrorsByField
  onChange: (password: string) => void
}

/** A password field for actions that require more than an open browser. */
export function CurrentPassword({ value, errors, onChange }: CurrentPasswordProps) {
  return (
    <PasswordInput
      label="Current password"
      autoComplete="current-password"
      data-autofocus
      error={errorOf(errors, 'CurrentPassword', 'Current password')}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
