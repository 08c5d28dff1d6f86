import { Button } from '@mantine/core'

export interface FormButtonsProps {
  /** The label of the button that submits the form. */
  submit: string
  isBusy?: boolean
  /** Whether something is missing, or must be decided first. */
  isBlocked?: boolean
  isDangerous?: boolean
  /** The id of the form, if the buttons are outside it. */
  form?: string
  onCancel: () => void
}

export function FormButtons(props: FormButtonsProps) {
  const { submit, isBusy = false, isBlocked = false, isDangerous = false, form, onCancel } = props
  return (
    <>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button
        type="submit"
        form={form}
        loading={isBusy}
        disabled={isBlocked}
        {...(isDangerous && { color: 'danger' })}
      >
        {submit}
      </Button>
    </>
  )
}
