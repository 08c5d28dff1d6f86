import { ssoBodyOf, ssoDraftOf, type SsoDraft } from './sso-draft.ts'
import { saveSso, type SsoConfig } from '#contract/people/sso'
import { mergeEdits, sameValue } from '#domain/edits/merge'
import { currentIn, fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { saveOver } from '#web/data/requests/save-over.ts'
import { useSaveSso } from '#web/data/people/sso.ts'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

/** Manages the single sign-on form, and saves it over other people's changes. */
export function useSsoForm(customerId: number, config: SsoConfig | null) {
  const toast = useToast()
  const update = useSaveSso(customerId)
  const [base, setBase] = useState(config)
  const [draft, setDraft] = useState(() => ssoDraftOf(config))
  const [newer, setNewer] = useState<SsoConfig>()
  const attempts = useAttempts(error => {
    const current = currentIn(saveSso, error)
    setNewer(current)
    if (current) return null
    const reported = Object.values(fieldErrors(error)).flat()
    const text = reported.length > 0 ? 'Check the fields above.' : plainReason(error)
    return { header: 'Failed to update SSO configuration', text }
  })
  const baseDraft = ssoDraftOf(base)
  const isChanged = !sameValue(draft, baseDraft)
  // A refetch replaces the form as long as nothing has been typed.
  if (config !== base && !isChanged && config?.version !== base?.version) startFrom(config)

  function startFrom(from: SsoConfig | null, wanted = ssoDraftOf(from)) {
    setNewer(undefined)
    setBase(from)
    setDraft(wanted)
  }

  async function send(wanted: SsoDraft, over: SsoConfig | null) {
    const saved = over
      ? await saveOver({
          base: over,
          draft: wanted,
          draftOf: ssoDraftOf,
          send: (merged, current) => update.mutateAsync(ssoBodyOf(merged, customerId, current.version)),
          currentIn: error => currentIn(saveSso, error),
        })
      : await update.mutateAsync(ssoBodyOf(wanted, customerId, undefined))
    toast({ variant: 'success', header: 'SSO configuration updated successfully' })
    startFrom(saved)
  }

  return {
    draft,
    baseDraft,
    newer,
    newerDraft: ssoDraftOf(newer ?? null),
    isChanged,
    isBusy: attempts.isRunning,
    failure: attempts.failure,
    errors: fieldErrors(update.error),
    change(changed: Partial<SsoDraft>) {
      setDraft(before => ({ ...before, ...changed }))
      if (update.isError) update.reset() // the rejected value has been changed
    },
    replace(changed: SsoDraft) {
      setDraft(changed)
      if (update.isError) update.reset()
    },
    save: () => attempts.attempt(() => send(draft, base)),
    keepMine: async () => {
      if (newer)
        await attempts.attempt(() => send(mergeEdits(baseDraft, draft, ssoDraftOf(newer)).mine, newer))
    },
    useTheirs() {
      if (newer) startFrom(newer, mergeEdits(baseDraft, draft, ssoDraftOf(newer)).theirs)
      attempts.forget()
    },
  }
}
