import {
  dialogOfEntry,
  entryNumber,
  listenToBack,
  stepBackUnheard,
} from '#web/parts/leaving/watch-leaving.ts'
import { useEffect, useRef } from 'react'

let opened = 0

/**
 * Back closes a read-only dialog and leaves the page below unchanged. The dialog has its own history entry, because
 * on a tab's first page the browser would otherwise leave without an event. Not for forms, which ask before they
 * discard changes (`useLeaving`).
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  }, [onClose])

  useEffect(() => {
    if (!isOpen) return undefined
    const below = entryNumber()
    const dialog = ++opened
    history.pushState({ ...history.state, ...(below !== undefined && { idx: below + 1 }), dialog }, '')
    const stopListening = listenToBack(event => {
      if (dialogOfEntry() === dialog) return
      // A navigation further back leads to another page, which the router handles.
      if (entryNumber() === below) event.stopImmediatePropagation()
      close.current()
    })
    return () => {
      stopListening()
      // If a link was followed, the dialog's entry is now behind the link's page.
      if (dialogOfEntry() === dialog) stepBackUnheard()
    }
  }, [isOpen])
}
