import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useCallback, useState } from 'react'

/** Loads a dialog when it is first opened. A loading error is shown and affects nothing else. */
export function useLazyDialog(fetchDialog: () => Promise<unknown>, name: string) {
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()
  const open = useCallback(async () => {
    try {
      await fetchDialog()
      setOpen(true)
    } catch {
      toast({
        variant: 'error',
        header: `${name} could not be opened`,
        text: 'The connection may be down, or Skywarden was updated. Reload and try again.',
      })
    }
  }, [fetchDialog, name, toast])
  const close = useCallback(() => setOpen(false), [])
  return { isOpen, open, close }
}
