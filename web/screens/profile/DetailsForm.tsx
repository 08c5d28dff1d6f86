import classes from './Profile.module.css'
import type { CurrentUser } from '#contract/users'
import { fieldErrors, plainReason } from '#web/data/failures.ts'
import { useUpdateProfile } from '#web/data/users.ts'
import { errorOf, errorsBeside } from '#web/parts/field-errors.ts'
import { PasswordInput, Select, TextInput } from '#web/parts/inputs.ts'
import { useToast } from '#web/parts/use-toast.ts'
import { zoneChoices } from '#web/parts/zone-choices.ts'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'

interface Details {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  timeZone: string
  currentPassword: string
}

/** Our names of the fields, the specification's, and what people read. */
const fields = [
  { name: 'firstName', wire: 'FirstName', label: 'First Name' },
  { name: 'lastName', wire: 'LastName', label: 'Last Name' },
  { name: 'email', wire: 'Email', label: 'Email' },
  { name: 'phoneNumber', wire: 'PhoneNumber', label: 'Phone' },
  { name: 'timeZone', wire: 'TimeZone', label: 'Time Zone' },
  { name: 'currentPassword', wire: 'CurrentPassword', label: 'Current password' },
] as const satisfies readonly { name: keyof Details; wire: string; label: string }[]

const wireNames = fields.map(field => field.wire)

export function DetailsForm({ me, disabled }: { me: CurrentUser; disabled: boolean }) {
  const toast = useToast()
  const update = useUpdateProfile()
  const zones = useMemo(() => zoneChoices(me.timeZone, Intl.supportedValuesOf('timeZone')), [me.timeZone])
  const form = useForm<Details>({
    values: {
      firstName: me.firstName,
      lastName: me.lastName,
      email: me.email ?? '',
      phoneNumber: me.phoneNumber ?? '',
      timeZone: me.timeZone,
      currentPassword: '',
    },
    resetOptions: { keepDirtyValues: true },
  })
  const { errors } = form.formState
  const isNewEmail = useWatch({ control: form.control, name: 'email' }).trim() !== (me.email ?? '')

  async function save(details: Details) {
    try {
      const { currentPassword, ...shown } = details
      const { message, user } = await update.mutateAsync({
        ...shown,
        phoneNumber: details.phoneNumber.trim() || null,
        ...(isNewEmail && { currentPassword }),
      })
      // A new address is not theirs before it is confirmed.
      form.reset({ ...details, email: user.email ?? '', currentPassword: '' }, { keepDirtyValues: false })
      toast({ variant: 'success', header: message })
    } catch (error) {
      showErrors(error)
    }
  }

  function showErrors(error: unknown) {
    const said = fieldErrors(error)
    for (const { name, wire, label } of fields) {
      const message = errorOf(said, wire, label)
      if (message) form.setError(name, { message })
    }
    const text = errorsBeside(said, wireNames)[0] ?? plainReason(error)
    toast({ variant: 'error', header: 'Error updating profile', text })
  }

  return (
    <form noValidate onSubmit={event => void form.handleSubmit(save)(event)}>
      <fieldset className={classes.form} disabled={disabled}>
        <TextInput
          label="First Name"
          withAsterisk
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...form.register('firstName')}
        />
        <TextInput
          label="Last Name"
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...form.register('lastName')}
        />
        <TextInput
          label="Email"
          withAsterisk
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email')}
        />
        {isNewEmail && (
          <PasswordInput
            label="Current password"
            description="A new email address needs your password, and a link that we send there."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            withAsterisk
            autoComplete="current-password"
            error={errors.currentPassword?.message}
            {...form.register('currentPassword')}
          />
        )}
        <TextInput
          label="Phone"
          type="tel"
          autoComplete="tel"
          error={errors.phoneNumber?.message}
          {...form.register('phoneNumber')}
        />
        <Controller
          name="timeZone"
          control={form.control}
          render={({ field, fieldState }) => (
            <Select
              {...field}
              className={classes.wide ?? ''}
              label="Time Zone"
              withAsterisk
              searchable
              allowDeselect={false}
              data={zones}
              limit={60}
              nothingFoundMessage="No matching time zone"
              error={fieldState.error?.message}
            />
          )}
        />
      </fieldset>
      <div className={classes.actions}>
        <Button type="submit" disabled={disabled || !form.formState.isDirty} loading={update.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
