import { CopyText } from '#web/parts/fields/CopyText.tsx'

/** Shown only once, because the server stores only what it needs to recognize them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <CopyText
      label="Recovery codes"
      text={codes.join('\n')}
      about="Each works once, in place of a code from the app or a passkey. Keep them where you can find them without your phone. They will not be shown again."
      takesFocus
    />
  )
}

/**
 * Returns what a dialog shows once the first factor is set up; undefined after a further factor, which adds no codes.
 */
export function firstRecoveryCodes(codes: readonly string[] = []) {
  if (codes.length === 0) return undefined
  return {
    title: 'Two-step verification is on',
    done: 'I saved the codes',
    content: <RecoveryCodes codes={codes} />,
  }
}
