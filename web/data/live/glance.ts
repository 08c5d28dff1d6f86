/** What a screen saw at one point in time. */
export interface Glance<View> {
  at(view: () => View): View
  /** Invalidates the view. */
  lookAgain(): void
}

/**
 * Keeps returning the same view until it is invalidated, even as time passes. Otherwise a page that renders slowly
 * would find a new view after each render, and React gives up after fifty. Also returns the same object while the
 * content is equal, which avoids rendering again.
 */
export function createGlance<View>(): Glance<View> {
  let seen: { readonly by: () => View; readonly key: string; readonly view: View } | undefined
  let isSure = false
  return {
    at(view) {
      if (seen && isSure && seen.by === view) return seen.view
      const now = view()
      const key = JSON.stringify(now)
      seen = { by: view, key, view: seen?.key === key ? seen.view : now }
      isSure = true
      return seen.view
    },
    lookAgain() {
      isSure = false
    },
  }
}
