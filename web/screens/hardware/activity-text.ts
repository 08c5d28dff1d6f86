import type { Activation } from '#contract/devices/hardware'
import type { CommandRefusal } from '#domain/hardware/command'
import type { PillTone } from '#web/parts/page/StatusPill.tsx'

const kinds: Readonly<Record<string, string>> = {
  warn: 'Warning',
  'all clear': 'All clear',
  light: 'Light',
  'stop test': 'Stop test',
  rest: 'Light off',
  speak: 'Spoken message',
  'switch relay': 'Relay switched',
}

/** `Test: Warning` */
export function kindWords({ kind, isTest }: Pick<Activation, 'kind' | 'isTest'>): string {
  const name = kinds[kind] ?? kind
  return isTest && kind !== 'stop test' ? `Test: ${name}` : name
}

const refusals: Readonly<Record<CommandRefusal, string>> = {
  'bad signature': 'the unit does not know our key',
  'wrong device': 'the unit mistook it for another unit’s',
  expired: 'it arrived too late',
  'from the future': 'the unit’s clock had jumped',
  replayed: 'the unit had already received it',
  'unknown session': 'the unit had just restarted',
  retained: 'the broker had retained it',
  'cannot do this': 'the unit cannot do this',
  'busy with a real warning': 'a real warning was active',
  'no warning came before': 'there was no earlier warning',
  'out of order': 'the unit is out of order',
}

export interface ActivityResult {
  readonly text: string
  readonly tone: PillTone
}

/** Says how the unit answered. */
export function outcomeOf({ state, refusal }: Pick<Activation, 'state' | 'refusal'>): ActivityResult {
  switch (state) {
    case 'waiting':
      return { text: 'Waiting for the unit', tone: 'quiet' }
    case 'started':
      return { text: 'Acknowledged: started', tone: 'good' }
    case 'finished':
      return { text: 'Acknowledged: finished', tone: 'good' }
    case 'stopped':
      return { text: 'Acknowledged: stopped early', tone: 'info' }
    case 'unconfirmed':
      return { text: 'Not confirmed: the unit did not respond', tone: 'bad' }
    case 'refused':
      return { text: refusal ? `Refused: ${refusals[refusal]}` : 'Refused', tone: 'bad' }
  }
}
