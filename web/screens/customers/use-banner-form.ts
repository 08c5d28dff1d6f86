import { setBanner, type Customer } from '#contract/people/customers'
import { useSetBanner } from '#web/data/people/customers.ts'
import { currentIn, fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { saveOver } from '#web/data/requests/save-over.ts'
import { differences, type Described } from '#web/parts/leaving/differences.ts'
import { useAttempts, type Failure } from '#web/parts/fields/use-attempts.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useState } from 'react'

const textOf = ({ banner }: Customer) => banner ?? ''
const inWords = (text: string): Described => [['Text', text]]

/** Edits and saves a customer's banner. */
export function useBannerForm(opened: Customer, onSaved: () => void) {
  const [customer, setCustomer] = useState(opened)
  const [text, setText] = useState(() => textOf(opened))
  const [newer, setNewer] = useState<Customer | null>(null)
  const update = useSetBanner(opened.id)
  const toast = useToast()
  const attempts = useAttempts(notesOf)
  const draft = text.trim()

  function change(changed: string) {
    setText(changed)
    if (update.isError) update.reset() // the rejected value has been changed
  }

  async function send(over: Customer) {
    const kept = await saveOver({
      base: over,
      draft: { text: draft },
      draftOf: now => ({ text: textOf(now) }),
      send: (wanted, { version }) => update.mutateAsync({ banner: wanted.text || null, version }),
      currentIn: error => currentIn(setBanner, error),
    })
    toast({ variant: 'success', header: kept === null ? 'Banner removed' : 'Banner saved' })
    onSaved()
  }

  function notesOf(error: unknown): Failure | null {
    const current = currentIn(setBanner, error)
    setNewer(current ?? null)
    return current ? null : { header: 'Error saving banner', text: plainReason(error) }
  }

  function takeTheirs() {
    if (!newer) return
    setCustomer(newer)
    setText(textOf(newer))
    setNewer(null)
    update.reset()
    attempts.forget()
  }

  return {
    text,
    newer: newer && differences(inWords(draft), inWords(textOf(newer))),
    failure: attempts.failure,
    errors: fieldErrors(update.error),
    isBusy: attempts.isRunning,
    isChanged: draft !== textOf(customer),
    change,
    save: () => attempts.attempt(() => send(customer)),
    keepMine: () => attempts.attempt(() => send(newer ?? customer)),
    takeTheirs,
  }
}
