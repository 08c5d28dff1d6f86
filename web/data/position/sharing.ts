/** Whether the browser shares the person's position. */
export type Sharing =
  | { readonly kind: 'off' }
  | { readonly kind: 'asking' }
  /** When a position was last sent; null before the first time. */
  | { readonly kind: 'on'; readonly sentAtMs: number | null }
  | { readonly kind: 'failed'; readonly because: string }

export const sendEveryMs = 5 * 60_000

/**
 * Whether to send another position. A phone in a moving car produces one every second, and the server needs one every
 * few minutes.
 */
export function isDue(sentAtMs: number | null, nowMs: number): boolean {
  return sentAtMs === null || nowMs - sentAtMs >= sendEveryMs
}

const permissionDenied = 1

/** Returns why a browser does not provide a position, and what the person can do. */
export function refusalInWords({ code }: { readonly code: number }): string {
  return code === permissionDenied
    ? 'The browser does not share your location with this page. Allow it in the site settings, then try again.'
    : 'This device does not know its location right now. Try again.'
}
