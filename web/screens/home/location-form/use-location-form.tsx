import type { Location } from '#contract/places/locations'
import { fetchedPart } from '#web/parts/page/fetched-part.tsx'
import { useToast } from '#web/parts/toasts/use-toast.ts'
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'

const LocationForm = fetchedPart(() => import('./LocationForm.tsx').then(file => file.LocationForm))

interface Opened {
  /** The location to edit; null for a new one. */
  readonly location: Location | null
}

interface LocationFormControls {
  readonly open: (location: Location | null) => Promise<void>
  readonly form: ReactNode
  /** The location that was added last. It may not be in the list yet. */
  readonly addedId: number | null
}

/** Provides the location form and how to open it. The form is loaded when it is first opened. */
export function useLocationForm(addButton: RefObject<HTMLButtonElement | null>): LocationFormControls {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [addedId, setAddedId] = useState<number | null>(null)
  const cardIsGone = useRef(false)
  const toast = useToast()

  const open = useCallback(
    async (location: Location | null) => {
      try {
        await LocationForm.fetch()
        setOpened({ location })
      } catch {
        // Reported here, because a loading error must not remove every place's state from the screen.
        toast({
          variant: 'error',
          header: 'The form could not be opened',
          text: 'The connection may be down, or Skywarden was updated. Reload and try again.',
        })
      }
    },
    [toast],
  )

  // The button that opened the form disappears with a deleted location's card, so the focus needs another target.
  useEffect(() => {
    if (opened || !cardIsGone.current) return
    cardIsGone.current = false
    addButton.current?.focus()
  }, [opened, addButton])

  const form = opened && (
    <LocationForm
      location={opened.location}
      onClose={(outcome: 'closed' | 'deleted' | { readonly added: Location }) => {
        cardIsGone.current = outcome === 'deleted'
        if (typeof outcome === 'object') setAddedId(outcome.added.id)
        setOpened(null)
      }}
    />
  )
  return { open, form, addedId }
}
