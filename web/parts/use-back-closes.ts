import { dialogOfEntry, entryNumber, listenToBack, stepBackUnheard } from './watch-leaving.ts'
import { useEffect, useRef } from 'react'

let opened = 0

/**
 * Back closes what only shows something, and leaves the page below as it is. It has an entry of its own in the history:
 * where the page is the first one of a tab, the browser would leave without asking anybody. Not for forms, which ask
 * before they discard something (`useLeaving`).
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
      // Further back is another page, which is the router's.
      if (entryNumber() === below) event.stopImmediatePropagation()
      close.current()
    })
    return () => {
      stopListening()
      // Where a link was followed, the entry is behind that page by now.
      if (dialogOfEntry() === dialog) stepBackUnheard()
    }
  }, [isOpen])
}
