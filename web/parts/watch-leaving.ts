/** What would take somebody away from the page; it happens when `go` is called. */
export interface Departure {
  readonly go: () => void
}

function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const link = isPlain && event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.target === '_blank' || link.hasAttribute('download')) return null
  // Another origin, or the page itself being loaded anew, is what `beforeunload` asks about.
  return link.origin === location.origin && !link.getAttribute('href')?.startsWith('#') ? link : null
}

/** The router numbers its entries, by which one sees how far somebody went. */
export function entryNumber(): number | undefined {
  const { idx } = (history.state ?? {}) as { idx?: unknown }
  return typeof idx === 'number' ? idx : undefined
}

type BackListener = (event: PopStateEvent) => void

/** Only the latest is asked: what stands in front of the rest. */
const backListeners: BackListener[] = []
let ownSteps = 0

/** To be called before the router listens: whoever listens to the window first hears first, and can keep it from others. */
export function hearBackFirst(): void {
  window.addEventListener('popstate', event => {
    if (ownSteps > 0) {
      ownSteps--
      event.stopImmediatePropagation()
      return
    }
    const listener = backListeners.at(-1)
    if (listener) listener(event)
    // Left by a dialog from which a link was followed: the page below it is one step further.
    else if (dialogOfEntry() !== undefined) stepBackUnheard()
  })
}

/** Which dialog the present entry of the history belongs to (`useBackCloses`). */
export function dialogOfEntry(): unknown {
  return ((history.state ?? {}) as { dialog?: unknown }).dialog
}

export function listenToBack(listener: BackListener): () => void {
  backListeners.push(listener)
  return () => {
    const index = backListeners.lastIndexOf(listener)
    if (index >= 0) backListeners.splice(index, 1)
  }
}

/** Takes away an entry of our own, of which the router knows nothing. */
export function stepBackUnheard(): void {
  ownSteps++
  history.back()
}

/**
 * Stops every way out of the page and tells of it: links, Back and Forward, and by the browser's own question also closing
 * the tab. The router has no part in it: only one of its kinds can hold somebody back, and it is several times as large.
 */
export function watchLeaving(onLeaving: (departure: Departure) => void): () => void {
  let isLetGo = false
  const here = entryNumber()

  function onClick(event: MouseEvent) {
    const link = linkOf(event)
    if (!link || isLetGo) return
    event.preventDefault()
    event.stopPropagation()
    onLeaving({
      go: () => {
        isLetGo = true
        link.click()
      },
    })
  }

  function onPopState(event: PopStateEvent) {
    if (isLetGo) return
    event.stopImmediatePropagation()
    const there = entryNumber()
    const steps = here === undefined || there === undefined ? -1 : there - here
    if (steps === 0) return // our own way back
    history.go(-steps)
    onLeaving({
      go: () => {
        isLetGo = true
        history.go(steps)
      },
    })
  }

  function onUnload(event: BeforeUnloadEvent) {
    if (!isLetGo) event.preventDefault()
  }

  document.addEventListener('click', onClick, { capture: true })
  const stopListening = listenToBack(onPopState)
  window.addEventListener('beforeunload', onUnload)
  return () => {
    document.removeEventListener('click', onClick, { capture: true })
    stopListening()
    window.removeEventListener('beforeunload', onUnload)
  }
}
