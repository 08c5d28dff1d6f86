import type { InstrumentMessage } from '#domain/instruments/message'
import type { Clock } from '#server/platform/clock'
import type { InstrumentEngine, Outcome, SentFields } from './engine.ts'
import { hashTypedKey, isKey, typed } from './keys.ts'
import type { InstrumentRegister } from './register.ts'
import type { InstrumentRow } from './store/instruments.ts'

/** A sender's credentials. Some protocols have room for only one of the two. */
interface Credentials {
  readonly senderId: string | undefined
  readonly key: string | undefined
}

/** Accepts messages, regardless of how they were sent. */
export interface InstrumentDesk {
  /** Returns the sender's instrument if the key is correct; otherwise an explanation for the person who set it up. */
  admit(shown: Credentials): Promise<{ readonly sender: InstrumentRow } | { readonly because: string }>
  receive(sender: InstrumentRow, message: InstrumentMessage, fields?: SentFields): Promise<Outcome>
  /** Returns an admitted sender as it is set up now; undefined if its key was changed or it was removed. */
  current(sender: InstrumentRow): InstrumentRow | undefined
  /** Records that an admitted sender's message cannot be read; the instrument's page shows it. */
  refuse(sender: InstrumentRow, because: string): void
}

const longest = 100
const wrong = 'Wrong station ID or key. Please check both in the station’s settings.'
const noKey = 'No key was sent. Please enter the key as the station’s password.'

export function createDesk({
  register,
  engine,
  clock,
}: {
  readonly register: Pick<InstrumentRegister, 'sender' | 'find'>
  readonly engine: InstrumentEngine
  readonly clock: Pick<Clock, 'now'>
}): InstrumentDesk {
  const nowMs = () => clock.now().getTime()
  return {
    async admit({ senderId = '', key = '' }) {
      if (senderId.length > longest || key.length > longest) return { because: wrong }
      if (senderId === '') {
        const byKey = key === '' ? undefined : await register.sender({ keyHash: hashTypedKey(key) })
        return byKey ? { sender: byKey } : { because: wrong }
      }
      const sender = await register.sender({ senderId: typed(senderId) })
      if (sender && key !== '' && isKey(key, sender.key_hash)) return { sender }
      if (sender)
        engine.refuse(
          sender.id,
          nowMs(),
          key === '' ? 'It sent no key.' : 'It sent the wrong key. Please check the key in its settings.',
        )
      return { because: key === '' ? noKey : wrong }
    },
    receive: (sender, message, fields) => engine.receive(sender, message, nowMs(), fields),
    current({ id, key_hash: keyHash }) {
      const found = register.find(id)
      return found?.key_hash === keyHash ? found : undefined
    },
    refuse: (sender, because) => engine.refuse(sender.id, nowMs(), because),
  }
}
