import { openCameraSocket, type CameraStream } from '#web/data/devices/camera-socket.ts'
import { useEffect, useState } from 'react'

const connecting: CameraStream = { kind: 'connecting', status: null }

/** A camera's state while it is being watched. */
export function useCameraStream(cameraId: number): CameraStream {
  const [notified, setTold] = useState<{ readonly cameraId: number; readonly stream: CameraStream }>()
  useEffect(() => openCameraSocket(cameraId, stream => setTold({ cameraId, stream })), [cameraId])
  return notified?.cameraId === cameraId ? notified.stream : connecting
}
