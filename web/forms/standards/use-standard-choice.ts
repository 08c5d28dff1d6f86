import { standardBodyOf, offersOf, type GroupChoice, type StandardOffer } from './standard-choice.ts'
import { fieldErrors, plainReason } from '#web/data/requests/failures.ts'
import { useAddPolicy, usePolicyStandards } from '#web/data/policies/policies.ts'
import { useState } from 'react'

/** Manages the selected policies from standards, and the result of adding them. */
export function useStandardChoice() {
  const standards = usePolicyStandards()
  const add = useAddPolicy()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const [isBusy, setBusy] = useState(false)
  const chosen = (standards.data ?? []).flatMap(offersOf).filter(({ key }) => ticked.has(key))

  function toggle({ key }: StandardOffer) {
    setTicked(before => new Set(before.has(key) ? [...before].filter(one => one !== key) : [...before, key]))
    setErrors(before => new Map([...before].filter(([one]) => one !== key)))
  }

  /**
   * Adds them one by one. An added policy is deselected; a rejected one shows why. Returns the last rejection, if any.
   */
  async function addAll(groups: GroupChoice): Promise<{ readonly error: unknown } | null> {
    setBusy(true)
    const refused = new Map<string, string>()
    let last: { readonly error: unknown } | null = null
    for (const offer of chosen) {
      try {
        await add.mutateAsync(standardBodyOf(offer, groups))
      } catch (error) {
        last = { error }
        refused.set(offer.key, reasonOf(error))
      }
    }
    setBusy(false)
    setErrors(refused)
    setTicked(new Set(refused.keys()))
    return last
  }

  return { standards, ticked, errors, chosen, isBusy, toggle, addAll }
}

export type StandardChoice = ReturnType<typeof useStandardChoice>

/** Returns the server's first error for a policy, whichever field it concerns. */
function reasonOf(error: unknown): string {
  const reported = fieldErrors(error)
  const [about, first] =
    Object.entries(reported).flatMap(([name, texts]) => texts.map(text => [name, text]))[0] ?? []
  if (first === undefined || about === undefined) return plainReason(error)
  return about === 'Threshold' ? `The threshold ${first}.` : first
}
