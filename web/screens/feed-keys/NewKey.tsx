import { curlExample } from './curl-example.ts'
import { CopyText } from '#web/parts/fields/CopyText.tsx'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { useState } from 'react'

/** A new key, shown only once. */
export function NewKey({ secret }: { secret: string }) {
  const [example] = useState(() => curlExample(location.origin, secret, new Date()))
  return (
    <>
      <WarningNote
        title="Copy the key now"
        text="It is shown only once. If you lose it, remove it and add another."
      />
      <CopyText label="Key" text={secret} takesFocus />
      <CopyText
        label="Example"
        about="Sends one strike far out in the Atlantic, where it triggers no alarm."
        text={example}
      />
    </>
  )
}
