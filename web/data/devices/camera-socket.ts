import { readStreamLine } from '#domain/cameras/stream-line'
import { freshToken } from '#web/session/fresh-token.ts'
import { onSessionChange, readSession } from '#web/session/store.ts'

export type CameraStream =
  | { readonly kind: 'connecting'; readonly status: string | null }
  | { readonly kind: 'playing'; readonly url: string }
  | { readonly kind: 'closed'; readonly because: string }

const notConnected: CameraStream = { kind: 'closed', because: 'Unable to connect to camera.' }

/**
 * The host name that the server uses for itself may differ from the one the browser uses, so the page connects to its
 * own origin.
 */
function onThisSite(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Opens a camera's socket and passes on its messages until it is closed. */
export function openCameraSocket(cameraId: number, tell: (stream: CameraStream) => void): () => void {
  let socket: WebSocket | undefined
  let isLeft = false

  function connect(token: string) {
    if (isLeft) return
    const address = new URL(`/Stream/ws/${cameraId}`, location.href)
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const opened = new WebSocket(address, token)
    socket = opened
    const pong = () => opened.send('pong')
    opened.addEventListener('open', pong)
    opened.addEventListener('message', ({ data }) => {
      if (isLeft) return
      pong()
      const line = readStreamLine(String(data))
      if (line.kind === 'address') tell({ kind: 'playing', url: onThisSite(line.url) })
      else tell({ kind: 'connecting', status: line.text })
    })
    opened.addEventListener('close', ({ reason }) => {
      if (!isLeft) tell(reason === '' ? notConnected : { kind: 'closed', because: reason })
    })
  }
  freshToken().then(connect, () => isLeft || tell(notConnected))

  // A client that keeps watching after its token expires sends a new one.
  const stopListening = onSessionChange(() => {
    const session = readSession()
    if (session.state === 'signed-in' && socket?.readyState === WebSocket.OPEN)
      socket.send(`token ${session.token}`)
  })
  return () => {
    isLeft = true
    stopListening()
    socket?.close()
  }
}
