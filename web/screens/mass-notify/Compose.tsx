import { counterOf } from './draft.ts'
import classes from './MassNotify.module.css'
import { MessagePreview } from './MessagePreview.tsx'
import type { recipientChoices } from './recipient-choices.ts'
import type { useMassMessage } from './use-mass-message.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { MultiSelect, Textarea } from '#web/parts/look/inputs.ts'
import { PlainSelect } from '#web/parts/fields/PlainSelect.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { Segments } from '#web/parts/fields/Segments.tsx'
import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useId, type RefObject } from 'react'

interface ComposeProps {
  mass: ReturnType<typeof useMassMessage>
  /** Undefined while loading. */
  choices: ReturnType<typeof recipientChoices> | undefined
  failure: Error | null
  messageField: RefObject<HTMLTextAreaElement | null>
}

const channels = [
  ['3', 'Text and email'],
  ['1', 'Text'],
  ['2', 'Email'],
] as const
const channelValues = { '1': 1, '2': 2, '3': 3 } as const

const expiries = [
  [15, '15 minutes'],
  [30, '30 minutes'],
  [60, '1 hour'],
  [240, '4 hours'],
  [1440, '24 hours'],
] as const

/** The kit renders at most this many options. People find the others by searching. */
const mostOptions = 100

export function Compose({ mass, choices, failure, messageField }: ComposeProps) {
  const { draft, errors, change, preview } = mass
  const id = useId()
  const counter = counterOf(draft.message)
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        void mass.press()
      }}
    >
      <MultiSelect
        label="Recipients"
        withAsterisk
        searchable
        clearable
        hidePickedOptions
        limit={mostOptions}
        disabled={!choices}
        placeholder={draft.recipients.length === 0 ? 'User groups and people' : ''}
        data={choices ?? []}
        nothingFoundMessage="No Users"
        value={[...draft.recipients]}
        onChange={recipients => change({ recipients })}
        error={
          failure
            ? `Users could not be loaded. ${plainReason(failure)}`
            : errorOf(errors, 'Recipients', 'Recipients')
        }
      />
      <div>
        <Textarea
          ref={messageField}
          label="Message"
          withAsterisk
          autosize={false}
          rows={5}
          aria-describedby={`${id}left`}
          value={draft.message}
          onChange={event => change({ message: event.currentTarget.value })}
          error={errorOf(errors, 'Message', 'Message')}
        />
        <p id={`${id}left`} className={classes.counter} data-tone={counter.tone}>
          {counter.text}
        </p>
      </div>
      <div className={classes.options}>
        <div className={classes.field}>
          <span>Send by</span>
          <Segments
            label="Send by"
            choices={channels}
            chosen={String(draft.channel) as keyof typeof channelValues}
            onChoose={chosen => change({ channel: channelValues[chosen] })}
          />
        </div>
        <div className={classes.field}>
          <label htmlFor={`${id}expiry`}>Do not deliver after</label>
          <PlainSelect
            id={`${id}expiry`}
            value={draft.expiresMinutes}
            onChange={({ target }) => change({ expiresMinutes: Number(target.value) })}
          >
            {expiries.map(([minutes, words]) => (
              <option key={minutes} value={minutes}>
                {words}
              </option>
            ))}
          </PlainSelect>
        </div>
      </div>
      <MessagePreview draft={draft} preview={preview} />
      <SaveNote failure={mass.failure} />
      <div className={classes.actions}>
        <Button
          type="submit"
          leftSection={<IconSend size={16} aria-hidden />}
          loading={mass.isSending}
          disabled={draft.recipients.length > 0 && !preview.data}
        >
          Send Message
        </Button>
      </div>
    </form>
  )
}
