import { askForNotificationsSoon } from '#web/data/notifications.ts'
import { useEffect } from 'react'

/** The push worker says when a message has come: the bell looks at once. */
export function usePushMessages(): void {
  useEffect(() => {
    // Absent where the page came over plain HTTP from another machine.
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
    if (!workers) return
    workers.addEventListener('message', askForNotificationsSoon)
    return () => workers.removeEventListener('message', askForNotificationsSoon)
  }, [])
}
