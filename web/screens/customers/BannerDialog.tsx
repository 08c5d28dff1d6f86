import type { Customer } from '#contract/customers'
import { useSetBanner } from '#web/data/customers.ts'
import { fieldErrors, plainReason } from '#web/data/failures.ts'
import { Dialog } from '#web/parts/Dialog.tsx'
import { errorOf } from '#web/parts/field-errors.ts'
import { Textarea } from '#web/parts/inputs.ts'
import { SaveNote } from '#web/parts/SaveNote.tsx'
import { useAttempts } from '#web/parts/use-attempts.ts'
import { useLeaving } from '#web/parts/use-leaving.tsx'
import { useToast } from '#web/parts/use-toast.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'

interface BannerDialogProps {
  customer: Customer
  onClose: () => void
}

const longest = 300

export function BannerDialog({ customer, onClose }: BannerDialogProps) {
  const [text, setText] = useState(customer.banner ?? '')
  const setBanner = useSetBanner(customer.id)
  const toast = useToast()
  const attempts = useAttempts(error => ({ header: 'Error saving banner', text: plainReason(error) }))
  const isChanged = text.trim() !== (customer.banner ?? '')
  const leaving = useLeaving(isChanged, onClose)
  const cancel = () => leaving.leave(onClose)

  async function save() {
    const kept = await setBanner.mutateAsync(text.trim() || null)
    toast({ variant: 'success', header: kept === null ? 'Banner removed' : 'Banner saved' })
    onClose()
  }

  return (
    <Dialog
      title={`Banner of ${customer.name}`}
      opened
      onClose={cancel}
      isCovered={leaving.isAsking}
      note={<SaveNote failure={attempts.failure} />}
      actions={
        <>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button
            disabled={!isChanged}
            loading={attempts.isRunning}
            onClick={() => void attempts.attempt(save)}
          >
            Save
          </Button>
        </>
      }
    >
      <p>
        Everyone at this customer sees the banner at the top of every page. Bold, italics, lists and links to
        https addresses may be written in HTML. An empty text removes it.
      </p>
      <Textarea
        label="Text"
        data-autofocus
        autosize
        minRows={3}
        maxLength={longest}
        description={`${longest - text.length} characters left`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        error={errorOf(fieldErrors(setBanner.error), 'Banner', 'Text')}
      />
      {leaving.question}
    </Dialog>
  )
}
