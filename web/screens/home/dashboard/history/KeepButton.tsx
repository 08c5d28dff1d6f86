import { plainReason } from '#web/data/requests/failures.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

interface KeepButtonProps {
  label: string
  /** Describes the file's content, for screen reader users, who hear only the label. */
  of: string
  download: { mutateAsync: () => Promise<void>; isPending: boolean }
}

/** Downloads a file and shows an error if that fails. */
export function KeepButton({ label, of, download }: KeepButtonProps) {
  const toast = useToast()

  async function keep() {
    try {
      await download.mutateAsync()
    } catch (error) {
      toast({ variant: 'error', header: `${label} could not be downloaded`, text: plainReason(error) })
    }
  }

  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden />}
      aria-label={`${label} of ${of}`}
      loading={download.isPending}
      onClick={() => void keep()}
    >
      {label}
    </Button>
  )
}
