import { describe, expect, test } from 'vitest'
import { readConfig, WrongConfig } from './config.ts'

describe('trace settings', () => {
  test('do nothing without an address, and have the names that OpenTelemetry gave them', () => {
    expect(readConfig({ OTEL_SERVICE_NAME: 'weather' }).traces).toBeUndefined()
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector/otlp/' }).traces).toEqual({
      url: 'https://collector/otlp/v1/traces',
      headers: {},
      serviceName: 'skywarden',
    })
    const given = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20dXNlcjpwYXNz, x-scope=weather',
      OTEL_SERVICE_NAME: 'weather',
    }
    expect(readConfig(given).traces).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: { authorization: 'Basic dXNlcjpwYXNz', 'x-scope': 'weather' },
      serviceName: 'weather',
    })
  })

  const address = 'must look like http://collector:4318, without a password or a query'
  const header = 'must look like authorization=Basic%20dXNlcjpwYXNz'
  test.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317', address],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://user:password@collector', address],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://collector?key=one', address],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer of', header],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x=%', header],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x=a%0d%0ay: b', header],
  ])('%s=%s is refused with a message that states the expected format', (name, value, fault) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(WrongConfig)
    expect(read).toThrow(`${name} ${fault}`)
    expect(read).not.toThrow(/password@/)
  })
})
