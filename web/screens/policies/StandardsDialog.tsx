import { policyFailureToast } from './failure.ts'
import { GroupChooser } from './GroupChooser.tsx'
import type { GroupChoice } from '#web/forms/standards/standard-choice.ts'
import { StandardList } from '#web/forms/standards/StandardList.tsx'
import { useStandardChoice } from '#web/forms/standards/use-standard-choice.ts'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useAttempts } from '#web/parts/fields/use-attempts.ts'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'

const noGroups: GroupChoice = { allGroups: false, sites: [] }

/** Offers ready-made policies from published standards. */
export function StandardsDialog({ onClose }: { onClose: () => void }) {
  const choice = useStandardChoice()
  const toast = useToast()
  const [groups, setGroups] = useState(noGroups)
  const [hasTried, setTried] = useState(false)
  const groupBox = useRef<HTMLInputElement>(null)
  const attempts = useAttempts(error => policyFailureToast(error, 'Error adding policy'))
  const leaving = useLeaving(choice.chosen.length > 0, onClose)
  const cancel = () => leaving.leave(onClose)
  const lacksGroups = !groups.allGroups && groups.sites.length === 0

  async function addAll() {
    setTried(true)
    if (lacksGroups) return groupBox.current?.focus()
    await attempts.attempt(async () => {
      const refusal = await choice.addAll(groups)
      if (refusal) throw refusal.error
      toast({ variant: 'success', header: 'Saved' })
      onClose()
    })
  }

  const { chosen } = choice
  return (
    <Dialog
      title="Start from a standard"
      isWide
      onClose={cancel}
      isCovered={leaving.isAsking}
      note={<SaveNote failure={attempts.failure} />}
      actions={
        <>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button disabled={chosen.length === 0} loading={attempts.isRunning} onClick={() => void addAll()}>
            {chosen.length < 2 ? 'Add policy' : `Add ${chosen.length} policies`}
          </Button>
        </>
      }
    >
      <p>
        Choose policies and who they are for. Users are notified of a breach and of its all clear; everything
        can be changed afterward.
      </p>
      <GroupChooser
        ref={groupBox}
        chosen={groups}
        error={hasTried && lacksGroups ? 'Choose at least one user group.' : undefined}
        onChoose={setGroups}
      />
      <StandardList choice={choice} />
      {leaving.question}
    </Dialog>
  )
}
