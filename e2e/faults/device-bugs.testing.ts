import type { SeededBug } from './seeded-bug.testing.ts'

const obeying = 'domain/hardware/obey'
const alarms = 'domain/hardware/siren-alarm.test.ts'
const storm = 'server/house/tests/hardware/hardware.test.ts'

/** Mistakes that would sound a siren when it must stay silent, or keep it silent when it must sound. */
export const deviceBugs: readonly SeededBug[] = [
  {
    name: 'a device does not store a command’s counter',
    file: 'domain/hardware/obey.ts',
    from: 'keep(before.memory, { counter: command.counter })',
    to: 'before.memory',
    caughtBy: obeying,
  },
  {
    name: 'a device executes a command for another device',
    file: 'domain/hardware/obey.ts',
    from: "if (device !== kept.device) return 'wrong device'",
    to: '',
    caughtBy: obeying,
  },
  {
    name: 'an all clear sounds without an earlier warning',
    file: 'domain/hardware/obey.ts',
    from: "return isProven(kept.dangers, act.event) ? null : 'no warning came before'",
    to: 'return null',
    caughtBy: obeying,
  },
  {
    name: 'an all clear sounds although no device confirmed the warning',
    file: 'domain/hardware/siren-alarm.ts',
    from: "if (alarm.warned === 'confirmed') return",
    to: 'return',
    caughtBy: alarms,
  },
  {
    name: 'a siren whose answer is under way is put to rest, and never sounds the all clear',
    file: 'domain/hardware/siren-alarm.ts',
    from: "if (alarm.warned === 'under way') return null",
    to: '',
    caughtBy: alarms,
  },
  {
    name: 'a siren uses only its own ring',
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
    name: 'a device response is accepted without a valid signature',
    file: 'server/gateway/listen.ts',
    from: "if (!claims) return tally.reject(device, 'not signed')",
    to: "if (!claims) return received.answer({ customerId, device }, { commandId: String(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub), phase: 'finished', because: null, at: clock.now() })",
    caughtBy: 'server/gateway/devices.test.ts',
  },
]
