import { AllowanceDialog } from './AllowanceDialog.tsx'
import { CameraDialog } from './CameraDialog.tsx'
import { CameraTable } from './CameraTable.tsx'
import { CameraView } from './CameraView.tsx'
import { DeleteCamera } from './DeleteCamera.tsx'
import classes from './LiveCamera.module.css'
import type { Camera, CameraUsageReply } from '#contract/devices/cameras'
import { usedThisMonth } from '#domain/cameras/view-time'
import { useCameras, useCameraUsage, useRefreshUsage } from '#web/data/devices/cameras.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { useMe } from '#web/data/people/users.ts'
import { Card } from '#web/parts/page/Card.tsx'
import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { PageHeader } from '#web/parts/page/PageHeader.tsx'
import { PlainSelect } from '#web/parts/fields/PlainSelect.tsx'
import { WarningNote } from '#web/parts/page/WarningNote.tsx'
import { Button } from '@mantine/core'
import { IconDeviceCctv, IconDeviceCctvOff, IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'

type Opened =
  | { readonly kind: 'edit'; readonly camera: Camera | null }
  | { readonly kind: 'delete'; readonly camera: Camera }
  | { readonly kind: 'allowance' }

const inactive = 'You have been disconnected due to inactivity.'
const exhausted = 'Your organization has used all of its live camera time for this month.'

/** Shows live video from the organization's cameras, within its monthly allowance. */
export function LiveCamera() {
  const me = useMe()
  const isSuper = me.roleName === 'SuperAdmin'
  const mayKeep = isSuper || me.roleName === 'Admin'
  const ownId = me.customerId
  const cameras = useCameras(ownId, isSuper)
  const [chosenCustomer, setChosenCustomer] = useState<number>()
  const [chosen, setChosen] = useState<{ readonly id: number; readonly time: number }>()
  const [message, setMessage] = useState('')
  const [opened, setOpened] = useState<Opened>()
  const [customerField, cameraField] = [useId(), useId()]

  const customers = new Map(cameras.data?.map(each => [each.customerId, each.customerName]))
  const usual = customers.has(ownId) ? ownId : ([...customers.keys()][0] ?? ownId)
  const customerId = isSuper ? (chosenCustomer ?? usual) : ownId
  const usage = useCameraUsage(customerId)
  const refreshUsage = useRefreshUsage()
  const own = cameras.data?.filter(each => each.customerId === customerId)
  const camera = own?.find(({ id }) => id === chosen?.id)
  const isOut = usage.data?.isExhausted ?? true

  function choose(id: number | undefined) {
    setMessage('')
    setChosen(before => (id === undefined ? undefined : { id, time: (before?.time ?? 0) + 1 }))
    void refreshUsage()
  }
  function leaveIdle() {
    choose(undefined)
    setMessage(inactive)
  }
  const close = () => setOpened(undefined)

  return (
    <>
      <PageHeader
        title="Live Camera"
        actions={
          <>
            {mayKeep && (
              <Button
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => setOpened({ kind: 'edit', camera: null })}
              >
                Add camera
              </Button>
            )}
            <Button component={Link} to={`/LiveCamera/Logs/${customerId}`}>
              Camera Logs
            </Button>
          </>
        }
      />
      <div className={classes.page}>
        {typeof usage.data?.unavailable === 'string' && (
          <WarningNote title="Live video is not available" text={usage.data.unavailable} />
        )}
        {message !== '' && <WarningNote title={message} text="Select a camera to watch again." />}
        {cameras.isError ? (
          <ErrorNote
            title="Unable to load cameras."
            text={plainReason(cameras.error)}
            onRetry={() => void cameras.refetch()}
          />
        ) : (
          <div className={classes.bar}>
            {isSuper && customers.size > 1 && (
              <div className={classes.field}>
                <label htmlFor={customerField}>Customer</label>
                <PlainSelect
                  id={customerField}
                  value={customerId}
                  onChange={event => {
                    choose(undefined)
                    setChosenCustomer(Number(event.currentTarget.value))
                  }}
                >
                  {Array.from(customers, ([id, name]) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </PlainSelect>
              </div>
            )}
            {own?.length !== 0 && (
              <div className={classes.field}>
                <label htmlFor={cameraField}>Camera</label>
                <PlainSelect
                  id={cameraField}
                  value={camera?.id ?? ''}
                  disabled={!own || isOut}
                  onChange={event => choose(Number(event.currentTarget.value) || undefined)}
                >
                  <option value="">{own ? 'Select Camera' : 'Fetching available cameras...'}</option>
                  {own?.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </PlainSelect>
              </div>
            )}
          </div>
        )}
        {own?.length === 0 && (
          <Card>
            <EmptyState
              icon={<IconDeviceCctvOff size={32} stroke={1.5} aria-hidden />}
              title="Your organization does not have a live camera feed."
              {...(mayKeep && { text: 'Add the first camera to watch it here.' })}
            />
          </Card>
        )}
        {own && own.length > 0 && camera && (
          <CameraView
            key={`${camera.id} ${chosen?.time}`}
            camera={camera}
            onInactive={leaveIdle}
            onChange={() => void refreshUsage()}
            onRetry={() => choose(camera.id)}
            onClose={() => choose(undefined)}
          />
        )}
        {own && own.length > 0 && !camera && (
          <Card>
            <div className={classes.stage}>
              <IconDeviceCctv size={40} stroke={1.5} aria-hidden />
              {usage.data && <Guidance usage={usage.data} />}
              {usage.isError && <p>{plainReason(usage.error)}</p>}
              {isSuper && usage.data && (
                <Button variant="default" size="xs" onClick={() => setOpened({ kind: 'allowance' })}>
                  Change allowance
                </Button>
              )}
            </div>
          </Card>
        )}
        {mayKeep && own && own.length > 0 && !camera && (
          <CameraTable
            cameras={own}
            onEdit={each => setOpened({ kind: 'edit', camera: each })}
            onDelete={each => setOpened({ kind: 'delete', camera: each })}
          />
        )}
      </div>
      {opened?.kind === 'edit' && (
        <CameraDialog
          camera={opened.camera}
          customerId={customerId}
          hasSimulated={usage.data?.hasSimulated ?? false}
          onClose={close}
        />
      )}
      {opened?.kind === 'delete' && <DeleteCamera camera={opened.camera} onClose={close} />}
      {opened?.kind === 'allowance' && usage.data && <AllowanceDialog usage={usage.data} onClose={close} />}
    </>
  )
}

function Guidance({ usage }: { usage: CameraUsageReply }) {
  return (
    <>
      <p className={classes.lead}>{usage.isExhausted ? exhausted : 'Select a camera.'}</p>
      <p className={classes.dim}>{usedThisMonth(usage.consumedSeconds, usage.liveStreamMinutes)}</p>
    </>
  )
}
