import { ask } from '#web/data/requests/ask.ts'
import {
  changePassword,
  endImpersonation,
  sendActivateEmail,
  startImpersonation,
} from '#contract/people/identity'
import type { Asked } from '#contract/call'
import { prepareImpersonation, returnToSelf } from '#web/session/impersonation.ts'
import { useMutation } from '@tanstack/react-query'

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: Asked<typeof changePassword>['body']) => ask(changePassword, { body }),
  })
}

export function useSendInvite() {
  return useMutation({
    mutationFn: (id: string) => ask(sendActivateEmail, { query: { id } }),
  })
}

/** Requests the code that /impersonation exchanges for a token. */
export function useStartImpersonation() {
  return useMutation({
    mutationFn: async (request: { userId: string; reason: string }) => {
      const codeChallenge = await prepareImpersonation()
      const { code } = await ask(startImpersonation, { body: { ...request, codeChallenge } })
      return code
    },
  })
}

/**
 * Asks the server to revoke the impersonation token, then drops it regardless of the response, because it expires
 * within minutes. `onDropped` runs between the two identities, when no page may be shown for either.
 */
export function useEndImpersonation(onDropped: () => void) {
  return useMutation({
    mutationFn: async () => {
      try {
        await ask(endImpersonation, {})
      } finally {
        const returned = returnToSelf()
        onDropped()
        await returned
      }
    },
  })
}
