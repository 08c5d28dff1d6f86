import type { SeededBug } from './seeded-bug.testing.ts'

const obeying = 'domain/hardware/obey'
const alarms = 'domain/hardware/siren-alarm.test.ts'
const storm = 'server/house/tests/hardware/hardware.test.ts'

/** Mistakes that would sound a siren when it must not, or leave it silent when it must sound. */
export const deviceBugs: readonly SeededBug[] = [
  {
    name: 'a device does not store the counter of a command',
    file: 'domain/hardware/obey.ts',
    from: 'keep(before.memory, { counter: command.counter })',
    to: 'before.memory',
    caughtBy: obeying,
  },
  {
    name: 'a command for another device is obeyed',
    file: 'domain/hardware/obey.ts',
    from: "if (device !== kept.device) return 'wrong device'",
    to: '',
    caughtBy: obeying,
  },
  {
    name: 'an all clear sounds without a warning before it',
    file: 'domain/hardware/obey.ts',
    from: "return isProven(kept.dangers, act.event) ? null : 'no warning came before'",
    to: 'return null',
    caughtBy: obeying,
  },
  {
    name: 'an all clear is sounded although nobody confirmed the warning',
    file: 'domain/hardware/siren-alarm.ts',
    from: "isAlertTime && alarm.warned === 'confirmed'",
    to: 'isAlertTime',
    caughtBy: alarms,
  },
  {
    name: 'a siren goes by its own ring alone',
    file: 'domain/hardware/siren-settings.ts',
    from: 'Math.max(...all.map(({ radiusMiles }) => radiusMiles))',
    to: 'own.radiusMiles',
    caughtBy: 'domain/hardware/siren-settings.test.ts',
  },
  {
    name: 'a siren is tested during a real delay',
    file: 'server/rooms/hardware/test-sirens.ts',
    from: "if (ring?.state === 'Delay' || (alarm && alarm.ended_at === null))",
    to: 'if (alarm && alarm.customer_id < 0)',
    caughtBy: storm,
  },
  {
    name: 'an answer counts whoever has signed it',
    file: 'server/gateway/listen.ts',
    from: "if (!claims) return tally.reject(device, 'not signed')",
    to: "if (!claims) return received.answer({ customerId, device }, { commandId: String(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub), phase: 'finished', because: null, at: clock.now() })",
    caughtBy: 'server/gateway/devices.test.ts',
  },
]
