import { ask } from '#web/data/requests/ask.ts'
import { currentUserKey } from './users.ts'
import {
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactorApp,
  renewRecoveryCodes,
  requireSecondFactor,
  resetSecondFactor,
  startSecondFactor,
  turnOffSecondFactor,
} from '#contract/people/second-factor'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const secondFactorKey = ['second-factor'] as const

export function useSecondFactor() {
  return useQuery({
    queryKey: secondFactorKey,
    queryFn: ({ signal }) => ask(getSecondFactor, {}, signal),
  })
}

/** Reloads two-step verification and the person's rights, which may depend on it. */
export function useReloadSecondFactor() {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: secondFactorKey })
    await client.invalidateQueries({ queryKey: currentUserKey })
  }
}

export function useStartSecondFactor() {
  return useMutation({
    mutationFn: (currentPassword: string) => ask(startSecondFactor, { body: { currentPassword } }),
  })
}

export function useConfirmSecondFactor() {
  const onSuccess = useReloadSecondFactor()
  return useMutation({
    mutationFn: (code: string) => ask(confirmSecondFactor, { body: { code } }),
    onSuccess,
  })
}

export function useRenewRecoveryCodes() {
  const onSuccess = useReloadSecondFactor()
  return useMutation({
    mutationFn: (currentPassword: string) => ask(renewRecoveryCodes, { body: { currentPassword } }),
    onSuccess,
  })
}

export function useTurnOffSecondFactor() {
  const onSuccess = useReloadSecondFactor()
  return useMutation({
    mutationFn: (currentPassword: string) => ask(turnOffSecondFactor, { body: { currentPassword } }),
    onSuccess,
  })
}

export function useRemoveApp() {
  const onSuccess = useReloadSecondFactor()
  return useMutation({
    mutationFn: (currentPassword: string) => ask(removeSecondFactorApp, { body: { currentPassword } }),
    onSuccess,
  })
}

export function useRequireSecondFactor() {
  const onSuccess = useReloadSecondFactor()
  return useMutation({
    mutationFn: (isRequired: boolean) => ask(requireSecondFactor, { body: { isRequired } }),
    onSuccess,
  })
}

export function useResetSecondFactor() {
  return useMutation({
    mutationFn: (userId: string) => ask(resetSecondFactor, { body: { userId } }),
  })
}
