import classes from './Consultation.module.css'
import { otherChoices, type QuestionDraft } from './question-draft.ts'
import { useAdministrators } from '#web/data/people/consultation.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { MultiSelect, Textarea, TextInput } from '#web/parts/look/inputs.ts'
import { Segments } from '#web/parts/fields/Segments.tsx'
import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'

interface QuestionFormProps {
  draft: QuestionDraft
  errors: Readonly<Record<string, readonly string[]>>
  ownEmail: string | null
  isSending: boolean
  onChange: (changed: Partial<QuestionDraft>) => void
  onSend: () => void
}

const ways = [
  ['email', 'Email'],
  ['phone', 'Phone call'],
  ['text', 'Text'],
] as const

const longestQuestion = 2000

export function QuestionForm({ draft, errors, ownEmail, isSending, onChange, onSend }: QuestionFormProps) {
  const isByEmail = draft.preferredContact === 'email'
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        onSend()
      }}
    >
      <Textarea
        label="Question"
        withAsterisk
        rows={6}
        maxLength={longestQuestion}
        placeholder="Include the place and the time."
        value={draft.message}
        onChange={event => onChange({ message: event.currentTarget.value })}
        error={errorOf(errors, 'Message', 'Question')}
      />
      <div className={classes.field}>
        <span>Response preference</span>
        <Segments
          label="Response preference"
          choices={ways}
          chosen={draft.preferredContact}
          onChoose={preferredContact => onChange({ preferredContact })}
        />
      </div>
      {isByEmail ? (
        <>
          <TextInput
            label="Email"
            withAsterisk
            type="email"
            autoComplete="email"
            value={draft.email}
            onChange={event => onChange({ email: event.currentTarget.value })}
            error={errorOf(errors, 'Email', 'Email')}
          />
          <Others draft={draft} errors={errors} ownEmail={ownEmail} onChange={onChange} />
        </>
      ) : (
        <TextInput
          label="Phone number"
          withAsterisk
          type="tel"
          autoComplete="tel"
          value={draft.phone}
          onChange={event => onChange({ phone: event.currentTarget.value })}
          error={errorOf(errors, 'Phone', 'Phone number')}
        />
      )}
      <div className={classes.actions}>
        <Button type="submit" leftSection={<IconSend size={16} aria-hidden />} loading={isSending}>
          Send Question
        </Button>
      </div>
    </form>
  )
}

type OthersProps = Pick<QuestionFormProps, 'draft' | 'errors' | 'ownEmail' | 'onChange'>

function Others({ draft, errors, ownEmail, onChange }: OthersProps) {
  const administrators = useAdministrators()
  return (
    <MultiSelect
      label="Include Others?"
      description="Administrators who get a copy of the question."
      searchable
      clearable
      hidePickedOptions
      limit={100}
      disabled={!administrators.data}
      placeholder={draft.others.length === 0 ? 'Choose administrators' : ''}
      data={otherChoices(administrators.data ?? [], ownEmail)}
      nothingFoundMessage="No other administrators"
      value={[...draft.others]}
      onChange={others => onChange({ others })}
      error={
        administrators.isError
          ? `Administrators could not be loaded. ${plainReason(administrators.error)}`
          : errorOf(errors, 'CcdEmails', 'The list')
      }
    />
  )
}
