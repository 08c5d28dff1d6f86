import { failureToast } from './failure.ts'
import { GroupChooser } from './GroupChooser.tsx'
import type { GroupChoice } from '#web/forms/standards/standard-choice.ts'
import { StandardList } from '#web/forms/standards/StandardList.tsx'
import { useStandardChoice } from '#web/forms/standards/use-standard-choice.ts'
import { Dialog } from '#web/parts/Dialog.tsx'
import { useToast } from '#web/parts/use-toast.ts'
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'

const noGroups: GroupChoice = { allGroups: false, sites: [] }

/** Ready policies of published standards, to be added as they are. */
export function StandardsDialog({ onClose }: { onClose: () => void }) {
  const choice = useStandardChoice()
  const toast = useToast()
  const [groups, setGroups] = useState(noGroups)
  const [hasTried, setTried] = useState(false)
  const groupBox = useRef<HTMLInputElement>(null)
  const lacksGroups = !groups.allGroups && groups.sites.length === 0

  async function addAll() {
    setTried(true)
    if (lacksGroups) return groupBox.current?.focus()
    const refusal = await choice.addAll(groups)
    if (refusal) toast({ variant: 'error', ...failureToast(refusal.error, 'Error adding policy') })
    else {
      toast({ variant: 'success', header: 'Saved' })
      onClose()
    }
  }

  const { chosen, isBusy } = choice
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
      <StandardList choice={choice} />
    </Dialog>
  )
}
