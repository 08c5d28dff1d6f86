import { messageFailure, messageSuccesses } from './message-text.ts'
import { MessageDialog } from './MessageDialog.tsx'
import classes from './StoredMessages.module.css'
import type { StoredMessage } from '#contract/devices/public-address'
import { plainReason } from '#web/data/requests/failures.ts'
import { useDeleteStoredMessage, useStoredMessages } from '#web/data/devices/public-address.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { RemoveDialog } from '#web/parts/dialogs/RemoveDialog.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { Button } from '@mantine/core'
import { IconMessageOff, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'

type Opened =
  | { readonly kind: 'edit'; readonly stored: StoredMessage | null }
  | { readonly kind: 'delete'; readonly stored: StoredMessage }

const pageSize = 10
const rowKey = ({ id }: StoredMessage) => String(id)

/** Lists stored messages that units can speak. */
export function StoredMessages() {
  const messages = useStoredMessages()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const columns = useMemo(() => columnsFor(setOpened), [])
  return (
    <>
      <PageHeader
        title="Stored PA Messages"
        sub={<Link to="/Hardware">On-Site Hardware</Link>}
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setOpened({ kind: 'edit', stored: null })}
          >
            Add Message
          </Button>
        }
      />
      {messages.isError ? (
        <ErrorNote
          title="Stored messages could not be loaded"
          text={plainReason(messages.error)}
          onRetry={() => void messages.refetch()}
        />
      ) : (
        <Card flush>
          <DataTable
            caption="Stored PA Messages"
            rows={messages.data}
            columns={columns}
            rowKey={rowKey}
            pageSize={pageSize}
            sizes={[pageSize]}
            empty={
              <EmptyState
                icon={<IconMessageOff size={32} stroke={1.5} aria-hidden />}
                title="No stored messages"
                text="Add the messages that you may need in a hurry."
              />
            }
          />
        </Card>
      )}
      {opened?.kind === 'edit' && <MessageDialog stored={opened.stored} onClose={close} />}
      {opened?.kind === 'delete' && <DeleteMessage stored={opened.stored} onClose={close} />}
    </>
  )
}

function columnsFor(onOpen: (opened: Opened) => void): Column<StoredMessage>[] {
  return [
    {
      id: 'title',
      header: 'Title',
      sortBy: ({ title }) => title,
      cell: ({ title }) => <span className={classes.title}>{title}</span>,
    },
    {
      id: 'message',
      header: 'Message',
      sortBy: ({ message }) => message,
      cell: ({ message }) => <span className={classes.message}>{message}</span>,
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      cell: stored => (
        <span className={classes.acts}>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Edit ${stored.title}`}
            onClick={() => onOpen({ kind: 'edit', stored })}
          >
            <IconPencil size={16} aria-hidden />
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Delete ${stored.title}`}
            onClick={() => onOpen({ kind: 'delete', stored })}
          >
            <IconTrash size={16} aria-hidden />
          </Button>
        </span>
      ),
    },
  ]
}

function DeleteMessage({ stored, onClose }: { stored: StoredMessage; onClose: () => void }) {
  const remove = useDeleteStoredMessage()
  const toast = useToast()

  async function confirmed() {
    try {
      await remove.mutateAsync(stored.id)
      toast({ variant: 'success', header: messageSuccesses.delete })
      onClose()
    } catch (error) {
      toast({ variant: 'error', ...messageFailure(error, 'delete') })
    }
  }

  return (
    <RemoveDialog
      name={stored.title}
      busy={remove.isPending}
      onCancel={onClose}
      onRemove={() => void confirmed()}
    />
  )
}
