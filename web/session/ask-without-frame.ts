import type { INavigator } from 'oidc-client-ts'

const longestWaitMs = 10_000

/**
 * How a sign-in is renewed in silence. The identity provider is of the same origin, so the address to which it sends
 * the browser back, with the code in it, can be read by a plain request: no frame, and no document in it, is needed.
 */
export const askWithoutFrame: INavigator = {
  prepare: () =>
    Promise.resolve({
      navigate: async ({ url }) => {
        const response = await fetch(url, { signal: AbortSignal.timeout(longestWaitMs) })
        return { url: response.url }
      },
      close: () => {},
    }),
  callback: () => Promise.resolve(),
}
