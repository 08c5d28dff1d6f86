import { secondMs } from '#server/platform/clock'
import { UpstreamFailure, type UpstreamRequest } from '#server/platform/upstream/index'

const mebibyte = 2 ** 20

/**
 * Returns a request for a document of api.weather.gov. The service sends errors as problem+json, and its front end
 * sends them as HTML.
 */
export function nwsRequest(url: string, maxMebibytes: number): UpstreamRequest {
  return {
    url,
    accept: 'application/geo+json',
    contentTypes: ['application/geo+json', 'application/json', 'application/ld+json'],
    maxBytes: maxMebibytes * mebibyte,
    timeoutMs: 15 * secondMs,
  }
}

/** Returns whether the service responded that the document does not exist, which is a valid result. */
export function isNotThere(error: unknown): boolean {
  return error instanceof UpstreamFailure && error.status === 404
}

export function requestFailureText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
