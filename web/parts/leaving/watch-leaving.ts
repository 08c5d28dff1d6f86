/** A navigation that would leave the page. It proceeds when `go` is called. */
export interface Departure {
  readonly go: () => void
}

function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const link = isPlain && event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.target === '_blank' || link.hasAttribute('download')) return null
  // Navigation to another origin, or a reload, is confirmed through `beforeunload`.
  return link.origin === location.origin && !link.getAttribute('href')?.startsWith('#') ? link : null
}

/** The router numbers its entries, which shows how far a navigation goes. */
export function entryNumber(): number | undefined {
  const { idx } = (history.state ?? {}) as { idx?: unknown }
  return typeof idx === 'number' ? idx : undefined
}

/** Returns the router's key of the current history entry. It shows a navigation that has not been rendered yet. */
export function entryKey(): string {
  const { key } = (history.state ?? {}) as { key?: unknown }
  return typeof key === 'string' ? key : 'default'
}

type BackListener = (event: PopStateEvent) => void

/** Only the latest listener is called, because its dialog is in front of the others. */
const backListeners: BackListener[] = []
let ownSteps = 0

/** Call it before the router subscribes, because the first listener on the window runs first and can stop the event. */
export function handleBackFirst(): void {
  window.addEventListener('popstate', event => {
    if (ownSteps > 0) {
      ownSteps--
      event.stopImmediatePropagation()
      return
    }
    const listener = backListeners.at(-1)
    if (listener) listener(event)
    // The entry is left over from a dialog in which a link was followed. The page below it is one step further back.
    else if (dialogOfEntry() !== undefined) stepBackUnheard()
  })
}

/** Returns the dialog to which the current history entry belongs (`useBackCloses`). */
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

/** Removes one of our own entries, which the router does not know about. */
export function stepBackUnheard(): void {
  ownSteps++
  history.back()
}

/**
 * Intercepts every way out of the page and reports it: links, Back and Forward, and, through the browser's own prompt,
 * closing the tab. The router is not used, because only one of its variants can block navigation, and it is several
 * times as large.
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
    if (steps === 0) return // returned here by our own history.go below
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
