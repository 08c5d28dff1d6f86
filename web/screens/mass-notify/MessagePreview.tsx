import type { MassMessageDraft } from './draft.ts'

import classes from './MassNotify.module.css'
import { unreachedByReason } from './undelivered.ts'
import { keepsEverything, keptInOutbox, notSentBecause } from '#domain/notifications/reachability'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import type { MassPreview, useMassPreview } from '#web/data/messages/mass-notify.ts'
import { FactList } from '#web/parts/page/Facts.tsx'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { useId } from 'react'

const counted = (count: number, unit: string) => `in about ${count} ${unit}${count === 1 ? '' : 's'}`

/** Returns how soon the last person will have received the message, in words. */
export function finishInWords(seconds: number): string {
  if (seconds <= 10) return 'within seconds'
  if (seconds < 60) return counted(Math.ceil(seconds / 10) * 10, 'second')
  if (seconds < 5400) return counted(Math.round(seconds / 60), 'minute')
  return counted(Math.round(seconds / 3600), 'hour')
}

interface PreviewProps {
  draft: MassMessageDraft
  preview: ReturnType<typeof useMassPreview>
}

const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`)

/** Shows whom a message would reach, and how it reads. */
export function MessagePreview({ draft, preview }: PreviewProps) {
  const id = useId()
  const { data } = preview
  const text = draft.message.trim()
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h3 id={id}>Preview</h3>
      <div className={classes.preview} role="status">
        {text !== '' && <p className={classes.bubble}>{text}</p>}
        {draft.recipients.length === 0 && (
          <p className={classes.dim}>Choose recipients to see how many people this reaches.</p>
        )}
        {draft.recipients.length > 0 && preview.isPending && <p className={classes.dim}>Counting...</p>}
        {preview.isError && Object.keys(fieldErrors(preview.error)).length === 0 && (
          <p className={classes.error}>{plainReason(preview.error)}</p>
        )}
        {draft.recipients.length > 0 && data && (
          <>
            <FactList
              facts={[
                { label: 'Recipients', value: people(data.recipients) },
                ...(keepsEverything(data.providers)
                  ? [{ label: 'Delivery', value: `${keptInOutbox}.` }]
                  : waysFacts(draft.channel, data)),
                { label: 'Estimated finish', value: finishInWords(data.estimatedSeconds) },
              ]}
            />
            {unreachedByReason(data.unreachable).map(({ because, names }) => (
              <WarningNote
                key={because}
                title={`${people(names.length)} cannot be reached this way`}
                text={`${because} (${namesInWords(names)})`}
              />
            ))}
          </>
        )}
      </div>
    </section>
  )
}

/** Shows how many people each channel reaches, or why it reaches no one. */
function waysFacts(channel: MassMessageDraft['channel'], { byText, byEmail, providers }: MassPreview) {
  return [
    ...(channel === 2
      ? []
      : [{ label: 'By text', value: notSentBecause('sms', providers) ?? people(byText) }]),
    ...(channel === 1
      ? []
      : [{ label: 'By email', value: notSentBecause('email', providers) ?? people(byEmail) }]),
  ]
}

const mostNames = 12

function namesInWords(names: readonly string[]): string {
  const rest = names.length - mostNames
  return `${names.slice(0, mostNames).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
