import { curlExample } from './NewKey.tsx'
import { ingestStrikes } from '#contract/weather/lightning'
import { expect, test } from 'vitest'

test('produces an example that the endpoint accepts', () => {
  const command = curlExample('https://sky.test', 'skf_secret', new Date('2026-07-04T21:05:00Z'))
  expect(command).toContain('https://sky.test/ingest/strikes')
  expect(command).toContain("'Authorization: Bearer skf_secret'")
  const body = /-d '(.+)'$/.exec(command)?.[1] ?? ''
  expect(ingestStrikes.body.parse(JSON.parse(body)).strikes).toHaveLength(1)
})
