import type { MassMessageDraft } from './draft.ts'

/**
 * The idempotency key for a draft. It stays the same while the draft does, so a second press, or a retry after a
 * lost response, is the same message. After a message is sent, the next one gets another key.
 */
export function createSendKeys(makeKey: () => string) {
  let last: { readonly draft: string; readonly key: string } | undefined
  return {
    keyFor(draft: MassMessageDraft): string {
      const text = JSON.stringify(draft)
      if (last?.draft !== text) last = { draft: text, key: makeKey() }
      return last.key
    },
    forget() {
      last = undefined
    },
  }
}
