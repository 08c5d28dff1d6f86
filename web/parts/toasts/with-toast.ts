import type { Toast } from './use-toast.ts'

/** Older toasts make room for new ones, because no one reads a screen full of messages. */
const mostShown = 4

/**
 * Adds a toast. It replaces one that says the same thing, so a second failed attempt is announced again but not
 * stacked.
 */
export function withToast(shown: readonly Toast[], toast: Toast): readonly Toast[] {
  return [...shown.filter(other => !saysTheSame(other, toast)).slice(1 - mostShown), toast]
}

function saysTheSame(one: Toast, other: Toast): boolean {
  return one.variant === other.variant && one.header === other.header && one.text === other.text
}
