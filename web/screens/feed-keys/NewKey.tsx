import { CopyText } from '#web/parts/fields/CopyText.tsx'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { useState } from 'react'
import { ingestStrikes } from '#contract/weather/lightning'

/** Returns a command that can be run as is. No place is near its strike, so it starts no delay. */
export function curlExample(origin: string, secret: string, now: Date): string {
  const strike = { id: `try-${now.getTime()}`, time: now.toISOString(), latitude: 30, longitude: -45 }
  return [
    `curl ${origin}${ingestStrikes.path}`,
    `-H 'Authorization: Bearer ${secret}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify({ strikes: [strike] })}'`,
  ].join(' \\\n  ')
}

/** Shows a new key, once only. */
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
