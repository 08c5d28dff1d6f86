import { IdleDialog } from './IdleDialog.tsx'
import classes from './LiveCamera.module.css'
import { CameraPlayer } from './Player.tsx'

import { useIdle } from './use-idle.ts'
import type { Camera } from '#contract/devices/cameras'
import { Card } from '#web/parts/page/Card.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { openCameraSocket, type CameraStream } from '#web/data/devices/camera-socket.ts'

const connecting: CameraStream = { kind: 'connecting', status: null }

/** Returns a camera's state while it is being watched. */
function useCameraStream(cameraId: number): CameraStream {
  const [notified, setTold] = useState<{ readonly cameraId: number; readonly stream: CameraStream }>()
  useEffect(() => openCameraSocket(cameraId, stream => setTold({ cameraId, stream })), [cameraId])
  return notified?.cameraId === cameraId ? notified.stream : connecting
}

interface CameraViewProps {
  camera: Camera
  /** Whether the camera was closed because the viewer did not respond. */
  onInactive: () => void
  /** Called when viewing starts or stops. */
  onChange: () => void
  onRetry: () => void
  onClose: () => void
}

/** Shows one camera, from its socket's first message to the last. */
export function CameraView({ camera, onInactive, onChange, onRetry, onClose }: CameraViewProps) {
  const stream = useCameraStream(camera.id)
  const isPlaying = stream.kind === 'playing'
  const idle = useIdle(isPlaying, onInactive)
  const isOver = stream.kind === 'closed'
  const reportChange = useEffectEvent(onChange)
  useEffect(() => {
    if (isOver) reportChange()
  }, [isOver])
  return (
    <Card
      title={camera.name}
      aside={
        <Button variant="default" size="compact-sm" onClick={onClose}>
          Close
        </Button>
      }
    >
      {stream.kind === 'closed' && (
        <ErrorNote
          title={stream.because}
          text="Your view of this camera has ended. No more time is counted."
          onRetry={onRetry}
        />
      )}
      {stream.kind === 'connecting' && (
        <div className={classes.stage} role="status">
          <span className={classes.spinner} aria-hidden />
          <p className={classes.lead}>Connecting to camera...</p>
          <p className={classes.status}>{stream.status}</p>
          <p className={classes.dim}>This might take up to 30 seconds to complete.</p>
        </div>
      )}
      {isPlaying && <CameraPlayer name={camera.name} url={stream.url} />}
      {idle.secondsLeft !== null && <IdleDialog seconds={idle.secondsLeft} onContinue={idle.stay} />}
    </Card>
  )
}
