import { askForNotificationsSoon } from '#web/data/messages/notifications.ts'
import { readPushWord } from '#web/data/push/push-state.ts'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Handles the push worker's messages to an open page: a message arrived, or a message with a link was clicked. */
export function usePushMessages(): void {
  const navigate = useNavigate()
  useEffect(() => {
    // The API is missing if the page was loaded over plain HTTP from another machine.
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
    if (!workers) return
    const hear = ({ data }: MessageEvent<unknown>) => {
      const word = readPushWord(data)
      if (word) askForNotificationsSoon()
      if (word?.kind === 'open') void navigate(word.path)
    }
    workers.addEventListener('message', hear)
    return () => workers.removeEventListener('message', hear)
  }, [navigate])
}
