import type { MassMessageDraft } from './draft.ts'

/**
 * Creates the idempotency key for a draft. The key stays the same while the draft does, so a second click, or a retry
 * after a lost response, sends the same message. After a message is sent, the next one gets another key.
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
