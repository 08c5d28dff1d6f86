import { ask } from '#web/data/requests/ask.ts'
import { useReloadSecondFactor } from './second-factor.ts'
import { addPasskey, removePasskey, startPasskey } from '#contract/people/passkeys'
import type { Input } from '#contract/call'
import { useMutation } from '@tanstack/react-query'

export type SignedCredential = Input<typeof addPasskey, 'body'>['credential']

export function useStartPasskey() {
  return useMutation({
    mutationFn: (currentPassword: string) => ask(startPasskey, { body: { currentPassword } }),
  })
}

export function useAddPasskey() {
  const onSuccess = useReloadSecondFactor()
  return useMutation({
    mutationFn: (body: { name: string; credential: SignedCredential }) => ask(addPasskey, { body }),
    onSuccess,
  })
}

export function useRemovePasskey() {
  const onSuccess = useReloadSecondFactor()
  return useMutation({
    mutationFn: ({ id, currentPassword }: { id: number; currentPassword: string }) =>
      ask(removePasskey, { params: { id: String(id) }, body: { currentPassword } }),
    onSuccess,
  })
}
