import { expect, it } from 'vitest'
import { wireActivation } from './wire.ts'

const at = (second: number) => new Date(Date.UTC(2026, 6, 4, 12, 0, second))
const row: Parameters<typeof wireActivation>[0] = {
  id: '5f2f7c5e-1f0a-4c56-9d0e-5a3c8f1b2a10',
  customer_id: 1,
  device_id: 1,
  counter: 1,
  act: { kind: 'light', event: 'test 1' },
  is_test: true,
  because: 'A test',
  user_id: null,
  alarm_id: null,
  issued_at: at(10),
  expires_at: at(40),
  sent_at: at(10),
  state: 'started',
  answered_at: at(11),
  device_answered_at: at(11),
  refusal: null,
  by: null,
}

it('never shows an answer before its command, whatever the clock of the receiving process', () => {
  expect(wireActivation(row).answeredAt).toBe(at(11).toISOString())
  expect(wireActivation({ ...row, answered_at: at(9) }).answeredAt).toBe(at(10).toISOString())
  expect(wireActivation({ ...row, answered_at: null }).answeredAt).toBeNull()
})
