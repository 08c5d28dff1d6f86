/** Whether a browser tells where its person is. */
export type Sharing =
  | { readonly kind: 'off' }
  | { readonly kind: 'asking' }
  /** Told last at this time, or not yet. */
  | { readonly kind: 'on'; readonly toldAtMs: number | null }
  | { readonly kind: 'failed'; readonly because: string }

export const tellEveryMs = 5 * 60_000

/** A phone in a car learns of a new position every second; the server needs it every few minutes. */
export function isDue(toldAtMs: number | null, nowMs: number): boolean {
  return toldAtMs === null || nowMs - toldAtMs >= tellEveryMs
}

const permissionDenied = 1

/** Why a browser gives no position, and what can be done about it. */
export function refusalInWords({ code }: { readonly code: number }): string {
  return code === permissionDenied
    ? 'The browser does not share your location with this page. Allow it in the site settings, then try again.'
    : 'This device does not know its location right now. Try again.'
}
