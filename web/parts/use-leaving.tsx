import { Dialog } from './Dialog.tsx'
import { watchLeaving } from './watch-leaving.ts'
import { Button } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'

export interface Leaving {
  /** Leaves the form, after asking if something in it was changed. */
  leave(act: () => void): void
  readonly isAsking: boolean
  /** Stands anywhere in the form. */
  readonly question: ReactNode
}

/**
 * Nobody loses what they have changed in a form without being asked: by its own buttons, by a link, by Back, or by closing
 * the tab. `onLeft` puts the form away when somebody leaves by a way of the browser.
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
        opened
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
        <p>What you have changed here is not saved.</p>
      </Dialog>
    ),
  }
}
