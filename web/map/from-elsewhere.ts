import { addProtocol, AJAXError, type AddProtocolAction, type RequestTransformFunction } from 'maplibre-gl'

const through = 'elsewhere://'

/**
 * Lets the page itself fetch external resources. MapLibre's worker cannot fetch vector tiles, because its content
 * security policy forbids external requests, and a browser caches that policy for as long as it caches the worker file.
 */
export const throughThePage: RequestTransformFunction = url =>
  /^https?:/.test(url) && !url.startsWith(`${location.origin}/`) ? { url: through + url } : undefined

const fetchIt: AddProtocolAction = async ({ url, type }, { signal }) => {
  const address = url.slice(through.length)
  const response = await fetch(address, { signal, credentials: 'omit' }).catch((error: unknown) => {
    if (signal.aborted) throw error
    throw new AJAXError(0, 'No response', address, new Blob())
  })
  if (!response.ok) throw new AJAXError(response.status, response.statusText, address, new Blob())
  return {
    data: type === 'json' ? await response.json() : await response.arrayBuffer(),
    cacheControl: response.headers.get('cache-control'),
    expires: response.headers.get('expires'),
  }
}
addProtocol(through.replace('://', ''), fetchIt)
