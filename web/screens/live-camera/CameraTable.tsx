import { kindNames } from './camera-text.ts'
import classes from './LiveCamera.module.css'
import type { Camera } from '#contract/devices/cameras'
import { Card } from '#web/parts/page/Card.tsx'
import { DataTable } from '#web/parts/tables/DataTable.tsx'
import type { Column } from '#web/parts/tables/table-model.ts'
import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'

interface CameraTableProps {
  cameras: readonly Camera[]
  onEdit: (camera: Camera) => void
  onDelete: (camera: Camera) => void
}

const rowKey = ({ id }: Camera) => String(id)

/** For the people who manage the cameras. */
export function CameraTable({ cameras, onEdit, onDelete }: CameraTableProps) {
  const columns = useMemo(() => columnsFor({ onEdit, onDelete }), [onEdit, onDelete])
  return (
    <Card title="Manage cameras" flush>
      <DataTable
        caption="Cameras"
        rows={cameras}
        columns={columns}
        rowKey={rowKey}
        pageSize={10}
        sizes={[10, 25, 50]}
        empty={null}
      />
    </Card>
  )
}

function columnsFor({ onEdit, onDelete }: Omit<CameraTableProps, 'cameras'>): Column<Camera>[] {
  return [
    { id: 'name', header: 'Name', sortBy: ({ name }) => name, cell: ({ name }) => name },
    {
      id: 'kind',
      header: 'Type',
      sortBy: ({ kind }) => kindNames[kind],
      cell: ({ kind }) => kindNames[kind],
    },
    {
      id: 'address',
      header: 'Address',
      sortBy: ({ address }) => address,
      cell: ({ address }) => <span className={classes.address}>{address}</span>,
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      cell: camera => (
        <span className={classes.acts}>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Edit ${camera.name}`}
            onClick={() => onEdit(camera)}
          >
            <IconPencil size={16} aria-hidden />
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Delete ${camera.name}`}
            onClick={() => onDelete(camera)}
          >
            <IconTrash size={16} aria-hidden />
          </Button>
        </span>
      ),
    },
  ]
}
