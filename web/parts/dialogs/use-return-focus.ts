import { useEffect, useState } from 'react'

/**
 * Returns the focus to the element that opened a dialog when the dialog unmounts. Dialogs that stay mounted and
 * close through a prop do this themselves.
 */
export function useReturnFocus(openedAtOnce: boolean): void {
  const [opener] = useState(() => (openedAtOnce ? document.activeElement : null))
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}
