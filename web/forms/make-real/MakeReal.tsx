import { useMakeReal, useStatus } from '#web/data/health/status.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { WarningDialog } from '#web/parts/dialogs/WarningDialog.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'

/** Lets a Super Admin end the rehearsal after a double confirmation. */
export function MakeReal({ size = 'sm' }: { size?: 'sm' | 'compact-xs' }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button size={size} variant="white" color="dark" onClick={() => setAsked(true)}>
        This is the real one now
      </Button>
      {isAsked && <Confirmation onClose={() => setAsked(false)} />}
    </>
  )
}

function Confirmation({ onClose }: { onClose: () => void }) {
  const known = useStatus()
  const makeReal = useMakeReal()
  const toast = useToast()
  const rehearsal = known.kind === 'heard' ? known.status.rehearsal : null

  async function confirm() {
    if (!rehearsal) return
    try {
      await makeReal.mutateAsync({ since: rehearsal.since })
      toast({
        variant: 'success',
        header: 'This is the real Skywarden now',
        text: 'Messages and sirens are on.',
      })
    } catch (error) {
      toast({ variant: 'warning', header: 'Nothing was changed', text: plainReason(error) })
    }
    onClose()
  }

  return (
    <WarningDialog
      title="Is this the real one now?"
      busy={makeReal.isPending || known.kind === 'asking'}
      confirm="This is the real one now"
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      {rehearsal?.because} From now on it sends messages to real people, sounds real sirens, and calls real
      webhooks. Make sure the other Skywarden is off, or people get everything twice. Nothing that was held
      during the rehearsal is sent.
    </WarningDialog>
  )
}
