import type { Draft } from './draft.ts'

/**
 * The key under which a draft is sent. It stays the same for as long as the draft does, so that a second press, or one
 * more after an answer was lost, is the same message; once a message has gone out, the next one is another.
 */
export function createSendKeys(makeKey: () => string) {
  let last: { readonly draft: string; readonly key: string } | undefined
  return {
    keyFor(draft: Draft): string {
      const text = JSON.stringify(draft)
      if (last?.draft !== text) last = { draft: text, key: makeKey() }
      return last.key
    },
    forget() {
      last = undefined
    },
  }
}
