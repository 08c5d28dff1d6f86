import * as z from 'zod/mini'
import type { TracesConfig } from '#server/platform/traces/index'

/** One header in OpenTelemetry's format: the value may be percent-encoded. */
const headerShape = /^\s*([!#$%&'*+.^`|~\w-]+)\s*=\s*([\x20-\x7e]*?)\s*$/

function headersOf(text: string): Record<string, string> | null {
  const headers: Record<string, string> = {}
  for (const part of text.split(',')) {
    const [, name = '', value = ''] = headerShape.exec(part) ?? []
    try {
      if (name === '') return null
      const decoded = decodeURIComponent(value)
      if (!/^[\x20-\x7e]*$/.test(decoded)) return null
      headers[name.toLowerCase()] = decoded
    } catch {
      return null // a percent sign that encodes nothing
    }
  }
  return headers
}

const isEndpoint = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : null
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    url.username + url.password + url.search + url.hash === ''
  )
}

export const traceVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    z
      .string()
      .check(z.refine(isEndpoint, 'must look like http://collector:4318, without a password or a query')),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: z.optional(
    z
      .string()
      .check(z.refine(text => headersOf(text) !== null, 'must look like authorization=Basic%20dXNlcjpwYXNz')),
  ),
  OTEL_SERVICE_NAME: z._default(z.string().check(z.maxLength(255)), 'skywarden'),
}

/** Returns where traces are sent; nowhere unless an address is set. */
export function tracesOf(values: {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_EXPORTER_OTLP_HEADERS?: string | undefined
  OTEL_SERVICE_NAME: string
}): TracesConfig | undefined {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return undefined
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: (values.OTEL_EXPORTER_OTLP_HEADERS && headersOf(values.OTEL_EXPORTER_OTLP_HEADERS)) || {},
    serviceName: values.OTEL_SERVICE_NAME,
  }
}
