import { failureToast } from './failure.ts'
import { GroupChooser } from './GroupChooser.tsx'
import classes from './Policies.module.css'
import type { GroupChoice } from './policy-draft.ts'
import { bodyOf, hasTwoOfAType, offersOf, type Offer } from './standard-choice.ts'
import { StandardOffers } from './StandardOffers.tsx'
import { fieldErrors, plainReason } from '#web/data/failures.ts'
import { useAddPolicy, usePolicyStandards } from '#web/data/policies.ts'
import { Dialog } from '#web/parts/Dialog.tsx'
import { ErrorNote } from '#web/parts/ErrorNote.tsx'
import { useToast } from '#web/parts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useRef, useState } from 'react'

const noGroups: GroupChoice = { allGroups: false, sites: [] }

/** Ready policies of published standards, to be added as they are. */
export function StandardsDialog({ onClose }: { onClose: () => void }) {
  const standards = usePolicyStandards()
  const add = useAddPolicy()
  const toast = useToast()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [groups, setGroups] = useState(noGroups)
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const [hasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const groupBox = useRef<HTMLInputElement>(null)
  const chosen = (standards.data ?? []).flatMap(offersOf).filter(({ key }) => ticked.has(key))
  const lacksGroups = !groups.allGroups && groups.sites.length === 0

  function toggle({ key }: Offer) {
    setTicked(before => new Set(before.has(key) ? [...before].filter(one => one !== key) : [...before, key]))
    setErrors(before => new Map([...before].filter(([one]) => one !== key)))
  }

  /** One after the other: what was added is not ticked any more, and what was refused says why. */
  async function addAll() {
    setTried(true)
    if (lacksGroups) return groupBox.current?.focus()
    setBusy(true)
    const refused = new Map<string, string>()
    let lastError: unknown
    for (const offer of chosen) {
      try {
        await add.mutateAsync(bodyOf(offer, groups))
      } catch (error) {
        lastError = error
        refused.set(offer.key, reasonOf(error))
      }
    }
    setBusy(false)
    setErrors(refused)
    setTicked(new Set(refused.keys()))
    if (refused.size === 0) {
      toast({ variant: 'success', header: 'Saved' })
      onClose()
    } else toast({ variant: 'error', ...failureToast(lastError, 'Error adding policy') })
  }

  return (
    <Dialog
      title="Start from a standard"
      opened
      isWide
      staysOnClickBeside
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={chosen.length === 0} loading={isBusy} onClick={() => void addAll()}>
            {chosen.length < 2 ? 'Add policy' : `Add ${chosen.length} policies`}
          </Button>
        </>
      }
    >
      <p>
        Choose policies and who they are for. Users are notified of a breach and of its all clear; everything
        can be changed afterwards.
      </p>
      <GroupChooser
        ref={groupBox}
        chosen={groups}
        error={hasTried && lacksGroups ? 'Choose at least one user group.' : undefined}
        onChoose={setGroups}
      />
      {standards.isError && (
        <ErrorNote
          title="Standards could not be loaded"
          text={plainReason(standards.error)}
          onRetry={() => void standards.refetch()}
        />
      )}
      <div className={classes.standards}>
        {standards.data?.map(standard => (
          <StandardOffers
            key={standard.id}
            standard={standard}
            ticked={ticked}
            errors={errors}
            onToggle={toggle}
          />
        ))}
      </div>
      <div role="status">
        {hasTwoOfAType(chosen) && (
          <p className={classes.note}>
            <IconInfoCircle size={16} aria-hidden />
            Of one kind only the strictest counts for a group. Add them for different groups, or choose one.
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** The first of what the server said of a policy, whichever field it belongs to. */
function reasonOf(error: unknown): string {
  const said = fieldErrors(error)
  const [about, first] =
    Object.entries(said).flatMap(([name, texts]) => texts.map(text => [name, text]))[0] ?? []
  if (first === undefined || about === undefined) return plainReason(error)
  return about === 'Threshold' ? `The threshold ${first}.` : first
}
