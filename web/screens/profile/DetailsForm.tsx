import classes from './Profile.module.css'
import { updateProfile, type User } from '#contract/people/users'
import { mergeEdits } from '#domain/edits/merge'
import { currentIn, fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { saveOver } from '#web/data/requests/save-over.ts'
import { useUpdateProfile } from '#web/data/people/users.ts'
import { contested, type Described } from '#web/parts/leaving/differences.ts'
import { errorOf, errorsBeside } from '#web/parts/fields/field-errors.ts'
import { PasswordInput, Select, TextInput } from '#web/parts/look/inputs.ts'
import { OvertakenNote } from '#web/parts/leaving/OvertakenNote.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts, type Failure } from '#web/parts/fields/use-attempts.ts'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { zoneChoices } from '#web/parts/fields/zone-choices.ts'
import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'

interface Details {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  timeZone: string
  currentPassword: string
}

/** The fields with our names, the specification's names, and labels. */
const fields = [
  { name: 'firstName', wire: 'FirstName', label: 'First Name' },
  { name: 'lastName', wire: 'LastName', label: 'Last Name' },
  { name: 'email', wire: 'Email', label: 'Email' },
  { name: 'phoneNumber', wire: 'PhoneNumber', label: 'Phone' },
  { name: 'timeZone', wire: 'TimeZone', label: 'Time Zone' },
  { name: 'currentPassword', wire: 'CurrentPassword', label: 'Current password' },
] as const satisfies readonly { name: keyof Details; wire: string; label: string }[]

const wireNames = fields.map(field => field.wire)

function detailsOf(user: User): Details {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email ?? '',
    phoneNumber: user.phoneNumber ?? '',
    timeZone: user.timeZone,
    currentPassword: '',
  }
}

function inWords(details: Details): Described {
  return fields
    .filter(({ name }) => name !== 'currentPassword')
    .map(({ name, label }) => [label, details[name]])
}

export function DetailsForm({ me, disabled }: { me: User; disabled: boolean }) {
  const toast = useToast()
  const update = useUpdateProfile()
  // The profile may be refetched at any time. A change is based on the version from which it started.
  const [base, setBase] = useState(me)
  const [newer, setNewer] = useState<User | null>(null)
  /** The merged result if the other person's version was chosen: theirs plus what only this person changed. */
  const yielded = useRef<Details | null>(null)
  const attempts = useAttempts(failureInWords)
  const zones = useMemo(() => zoneChoices(base.timeZone, Intl.supportedValuesOf('timeZone')), [base.timeZone])
  const form = useForm<Details>({ values: detailsOf(base) })
  const { errors, isDirty } = form.formState
  const leaving = useLeaving(isDirty)
  const email = useWatch({ control: form.control, name: 'email' })
  const isNewEmail = email.trim() !== (base.email ?? '')
  if (base !== me && !isDirty) setBase(me)

  async function save(details: Details, over: User) {
    const { message, user } = await saveOver({
      base: over,
      draft: details,
      draftOf: detailsOf,
      send: ({ currentPassword, ...shown }, current) =>
        update.mutateAsync({
          ...shown,
          phoneNumber: shown.phoneNumber.trim() || null,
          ...(shown.email.trim() !== (current.email ?? '') && { currentPassword }),
          version: current.version,
        }),
      currentIn: error => currentIn(updateProfile, error),
    })
    toast({ variant: 'success', header: message })
    startFrom(user) // a new address does not belong to them until confirmed
  }

  function startFrom(user: User) {
    setNewer(null)
    setBase(user)
    form.reset(detailsOf(user))
    attempts.forget()
  }

  function failureInWords(error: unknown): Failure | null {
    const current = currentIn(updateProfile, error)
    setNewer(current ?? null)
    if (current) return null
    const reported = fieldErrors(error)
    for (const { name, wire, label } of fields) {
      const message = errorOf(reported, wire, label)
      if (message) form.setError(name, { message })
    }
    const text = errorsBeside(reported, wireNames)[0] ?? plainReason(error)
    return { header: 'Error updating profile', text }
  }

  /**
   * Fields that both people changed take the chosen version. Every other field takes the value of the person who
   * changed it.
   */
  function settled(theirs: User, whose: 'mine' | 'theirs'): Details {
    return mergeEdits(detailsOf(base), form.getValues(), detailsOf(theirs))[whose]
  }

  function takeTheirs(theirs: User) {
    yielded.current = settled(theirs, 'theirs')
    startFrom(theirs)
  }

  // Runs after the form has adopted its new base.
  useEffect(() => {
    const kept = yielded.current
    yielded.current = null
    if (!kept) return
    for (const { name } of fields)
      if (kept[name] !== form.getValues(name)) form.setValue(name, kept[name], { shouldDirty: true })
  }, [base, form])

  const submit = (over: User) =>
    form.handleSubmit(details =>
      attempts.attempt(() => save(over === base ? details : settled(over, 'mine'), over)),
    )

  return (
    <form noValidate onSubmit={event => void submit(base)(event)}>
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
            description="To change it, enter your password, then open the link that we send to the new address."
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
      <div className={classes.note}>
        {newer ? (
          <OvertakenNote
            rows={contested(inWords(detailsOf(base)), inWords(form.getValues()), inWords(detailsOf(newer)))}
            isBusy={attempts.isRunning}
            onKeepMine={() => void submit(newer)()}
            onUseTheirs={() => takeTheirs(newer)}
          />
        ) : (
          <SaveNote failure={attempts.failure} />
        )}
      </div>
      <div className={classes.actions}>
        <Button type="submit" disabled={disabled || !isDirty || newer !== null} loading={attempts.isRunning}>
          Save
        </Button>
      </div>
      {leaving.question}
    </form>
  )
}
