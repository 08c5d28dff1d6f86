import { Dialog } from '#web/parts/dialogs/Dialog.tsx'
import { watchLeaving } from './watch-leaving.ts'
import { Button } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'

export interface Leaving {
  /** Leaves the form, after asking if there are unsaved changes. */
  leave(act: () => void): void
  readonly isAsking: boolean
  /** The prompt, to be rendered anywhere in the form. */
  readonly question: ReactNode
}

/**
 * Asks before unsaved changes are lost through the form's own buttons, a link, Back, or closing the tab. `onLeft`
 * closes the form when a person leaves through browser navigation.
 */
export function useLeaving(
  isChanged: boolean,
  onLeft?: () => void,
  title = 'Discard your changes?',
): Leaving {
  const [departure, setDeparture] = useState<{ readonly go: () => void } | null>(null)

  useEffect(() => {
    if (!isChanged) return undefined
    return watchLeaving(({ go }) =>
      setDeparture({
        go: () => {
          onLeft?.()
          go()
        },
      }),
    )
  }, [isChanged, onLeft])

  return {
    leave: act => (isChanged ? setDeparture({ go: act }) : act()),
    isAsking: departure !== null,
    question: departure && (
      <Dialog
        title={title}
        onClose={() => setDeparture(null)}
        actions={
          <>
            <Button variant="default" data-autofocus onClick={() => setDeparture(null)}>
              Keep editing
            </Button>
            <Button
              color="danger"
              onClick={() => {
                setDeparture(null)
                departure.go()
              }}
            >
              Discard
            </Button>
          </>
        }
      >
        <p>Your changes here have not been saved.</p>
      </Dialog>
    ),
  }
}
