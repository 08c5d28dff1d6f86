import { useEffect, useState } from 'react'

/**
 * Gives the focus back to what opened a dialog that goes away by being unmounted. Dialogs that stay mounted and are
 * closed by their property do so by themselves.
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
