import { useBannerForm } from './use-banner-form.ts'
import type { Customer } from '#contract/people/customers'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { errorOf } from '#web/parts/fields/field-errors.ts'
import { Textarea } from '#web/parts/look/inputs.ts'
import { OvertakenNote } from '#web/parts/leaving/OvertakenNote.tsx'
import { SaveNote } from '#web/parts/fields/SaveNote.tsx'
import { useLeaving } from '#web/parts/leaving/use-leaving.tsx'
import { Button } from '@mantine/core'

interface BannerDialogProps {
  customer: Customer
  onClose: () => void
}

const longest = 300

export function BannerDialog({ customer, onClose }: BannerDialogProps) {
  const form = useBannerForm(customer, onClose)
  const { text, newer } = form
  const leaving = useLeaving(form.isChanged, onClose)
  const cancel = () => leaving.leave(onClose)

  return (
    <Dialog
      title={`Banner for ${customer.name}`}
      onClose={cancel}
      isCovered={leaving.isAsking}
      note={
        newer ? (
          <OvertakenNote
            rows={newer}
            isBusy={form.isBusy}
            onKeepMine={() => void form.keepMine()}
            onUseTheirs={form.takeTheirs}
          />
        ) : (
          <SaveNote failure={form.failure} />
        )
      }
      actions={
        <>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button
            disabled={!form.isChanged || newer !== null}
            loading={form.isBusy}
            onClick={() => void form.save()}
          >
            Save
          </Button>
        </>
      }
    >
      <p>
        Everyone at this customer sees the banner at the top of every page. Bold, italics, lists and links to
        https addresses can be written in HTML. Leave it empty to remove it.
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
        onChange={event => form.change(event.currentTarget.value)}
        error={errorOf(form.errors, 'Banner', 'Text')}
      />
      {leaving.question}
    </Dialog>
  )
}
