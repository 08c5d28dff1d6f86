import { isDue, refusalInWords, sendEveryMs, type Sharing } from './sharing.ts'
import { forgetPosition, setPosition } from '#contract/messages/notification-settings'
import { ask } from '#web/data/requests/ask.ts'
import { queryClient } from '#web/data/requests/client.ts'
import { plainReason } from '#web/data/requests/failures.ts'
import { settingsKey } from '#web/data/messages/notification-settings.ts'
import { identityOf, onSessionChange, readSession } from '#web/session/store.ts'
import { useSyncExternalStore } from 'react'

// Independent of any screen, because a person who shares their position goes on to use the dashboard.
let current: Sharing = { kind: 'off' }
let stop: (() => void) | undefined
const listeners = new Set<() => void>()

function set(next: Sharing) {
  current = next
  for (const listener of listeners) listener()
}

function onSharing(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSharing(): Sharing {
  return useSyncExternalStore(onSharing, () => current)
}

function end(next: Sharing) {
  stop?.()
  stop = undefined
  set(next)
}

async function send({ coords }: GeolocationPosition): Promise<void> {
  const sentAtMs = current.kind === 'on' ? current.sentAtMs : null
  if (!stop || !isDue(sentAtMs, Date.now())) return
  set({ kind: 'on', sentAtMs: Date.now() })
  try {
    await ask(setPosition, { body: { latitude: coords.latitude, longitude: coords.longitude } })
    void queryClient.invalidateQueries({ queryKey: settingsKey })
  } catch (error) {
    // The next position will be sent as usual. Until then the person sees that this one failed.
    if (sentAtMs === null) end({ kind: 'failed', because: plainReason(error) })
    else set({ kind: 'on', sentAtMs })
  }
}

/** Asks the browser for the position and sends it, again every few minutes while the page is open. */
export function sharePosition(): void {
  if (stop) return
  if (!('geolocation' in navigator)) {
    set({ kind: 'failed', because: 'This browser cannot determine its location.' })
    return
  }
  set({ kind: 'asking' })
  const onPosition = (position: GeolocationPosition) => void send(position)
  const onRefusal = (error: GeolocationPositionError) => {
    if (current.kind === 'asking' || error.code === error.PERMISSION_DENIED)
      end({ kind: 'failed', because: refusalInWords(error) })
  }
  const watch = navigator.geolocation.watchPosition(onPosition, onRefusal)
  // The browser's watch does not fire while a person stays in place, and the server's position would go stale.
  const timer = setInterval(
    () => navigator.geolocation.getCurrentPosition(onPosition, onRefusal),
    sendEveryMs,
  )
  stop = () => {
    navigator.geolocation.clearWatch(watch)
    clearInterval(timer)
  }
}

/** Stops sharing and has the server delete the position. */
export async function stopSharing(): Promise<void> {
  end({ kind: 'off' })
  await ask(forgetPosition, {})
  await queryClient.invalidateQueries({ queryKey: settingsKey })
}

let identity = identityOf(readSession())
onSessionChange(() => {
  const next = identityOf(readSession())
  if (next === identity) return
  identity = next
  end({ kind: 'off' })
})
