import { exportUsers } from '#contract/people/people'
import { download } from '#web/data/requests/download.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'

export function ExportUsers() {
  const [isBusy, setBusy] = useState(false)
  const toast = useToast()

  async function keep() {
    setBusy(true)
    try {
      await download(exportUsers, {}, 'users.csv')
    } catch (error) {
      toast({ variant: 'error', header: 'Error exporting users', text: plainReason(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isBusy}
      onClick={() => void keep()}
    >
      Export
    </Button>
  )
}
