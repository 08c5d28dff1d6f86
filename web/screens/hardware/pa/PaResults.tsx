import classes from './Pa.module.css'
import type { Reply } from '#contract/call'
import type { sendPaMessage } from '#contract/devices/public-address'
import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'

export type PaResult = Reply<typeof sendPaMessage>[number]

/** Lists which units spoke a message and which did not. */
export function PaResults({ results, onClose }: { results: readonly PaResult[]; onClose: () => void }) {
  const done = results.filter(({ status }) => status === 1)
  const failed = results.filter(({ status }) => status === 0)
  return (
    <Dialog
      title="PA message results"
      isReadOnly
      onClose={onClose}
      actions={
        <Button onClick={onClose} data-autofocus>
          OK
        </Button>
      }
    >
      {failed.length > 0 && (
        <section aria-label="Failed">
          <h3 className={classes.failed}>
            <IconX size={18} aria-hidden />
            Failed ({failed.length})
          </h3>
          <ul>
            {failed.map(({ paName, because }) => (
              <li key={paName}>
                {paName}
                {because !== null && <span className={classes.because}>{because}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {done.length > 0 && (
        <section aria-label="Succeeded">
          <h3 className={classes.done}>
            <IconCheck size={18} aria-hidden />
            Succeeded ({done.length})
          </h3>
          <ul>
            {done.map(({ paName }) => (
              <li key={paName}>{paName}</li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}
