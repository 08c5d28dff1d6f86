import { useCustomers } from '#web/data/people/customers.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { Select } from '#web/parts/look/inputs.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'

interface CustomerPickerProps {
  onPick: (customerId: number) => void
  onClose: () => void
}

/** Chooses the customer of a widget, if there is more than one. */
export function CustomerPicker({ onPick, onClose }: CustomerPickerProps) {
  const customers = useCustomers()
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <Dialog
      title="Add Widget"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={chosen === null} onClick={() => chosen !== null && onPick(Number(chosen))}>
            Continue
          </Button>
        </>
      }
    >
      {customers.isError ? (
        <ErrorNote
          title="Customers could not be loaded"
          text={plainReason(customers.error)}
          onRetry={() => void customers.refetch()}
        />
      ) : (
        <Select
          label="Customer"
          data-autofocus
          searchable
          placeholder="Search by name"
          nothingFoundMessage="No customer has this name"
          data={(customers.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
    </Dialog>
  )
}
