import { CopyText } from '#web/parts/fields/CopyText.tsx'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'

/** Shows a new signing secret, once only. */
export function NewSecret({ secret }: { secret: string }) {
  return (
    <>
      <WarningNote
        title="Copy the secret now"
        text="It is shown only once. If you lose it, make a new one."
      />
      <CopyText
        label="Signing secret"
        about="Your receiver verifies each message with it, as the Standard Webhooks specification describes."
        text={secret}
        takesFocus
      />
    </>
  )
}
