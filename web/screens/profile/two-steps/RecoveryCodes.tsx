import { CopyText } from '#web/parts/fields/CopyText.tsx'

/** Shown once: the server stores only what it needs to recognize them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <CopyText
      label="Recovery codes"
      text={codes.join('\n')}
      about="Each works once, in place of a code from the app. Keep them where you find them without your phone. They are not shown again."
      takesFocus
    />
  )
}
