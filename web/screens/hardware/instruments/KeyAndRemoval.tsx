import type { NewInstrument } from './AddInstrument.tsx'
import type { Instrument } from '#contract/devices/instruments'
import { useChangeInstrumentKey, useRemoveInstrument } from '#web/data/devices/instruments.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { RemoveDialog } from '#web/parts/dialogs/RemoveDialog.tsx'
import { WarningDialog } from '#web/parts/dialogs/WarningDialog.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useNavigate } from 'react-router'

interface ChangeKeyProps {
  instrument: Pick<Instrument, 'id' | 'name'>
  onChanged: (fresh: NewInstrument) => void
  onClose: () => void
}

export function ChangeKey({ instrument: { id, name }, onChanged, onClose }: ChangeKeyProps) {
  const change = useChangeInstrumentKey()
  const toast = useToast()

  async function confirmed() {
    try {
      const { key, mqttAddresses } = await change.mutateAsync(id)
      onChanged({ id, key, mqttAddresses })
      onClose()
      // The values to type into the instrument are at the top of the page.
      scrollTo({ top: 0 })
    } catch (error) {
      toast({ variant: 'error', header: 'Error changing key', text: plainReason(error) })
    }
  }

  return (
    <WarningDialog
      title={`New key for ${name}`}
      busy={change.isPending}
      confirm="Create a new key"
      onCancel={onClose}
      onConfirm={() => void confirmed()}
    >
      Messages with the old key will be refused. The instrument can send again once it has the new one.
    </WarningDialog>
  )
}

interface RemoveInstrumentProps {
  instrument: Pick<Instrument, 'id' | 'name'>
  onClose: () => void
}

export function RemoveInstrument({ instrument: { id, name }, onClose }: RemoveInstrumentProps) {
  const remove = useRemoveInstrument()
  const toast = useToast()
  const navigate = useNavigate()

  async function confirmed() {
    try {
      await remove.mutateAsync(id)
      toast({
        variant: 'success',
        header: 'Instrument removed',
        text: `${name} can no longer send. Its past measurements are kept.`,
      })
      void navigate('/Hardware')
    } catch (error) {
      toast({ variant: 'error', header: 'Error removing instrument', text: plainReason(error) })
    }
  }

  return (
    <RemoveDialog name={name} busy={remove.isPending} onCancel={onClose} onRemove={() => void confirmed()} />
  )
}
