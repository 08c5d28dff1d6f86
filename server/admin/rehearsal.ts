import { makeReal } from '#server/house/make-real'
import { recordAudit } from '#server/platform/audit'
import { beginRehearsal, isRehearsal } from '#server/platform/rehearsal/index'
import { WrongUse, type AdminCommand } from './command.ts'
import { adminCommand } from '#server/platform/version'

const makeRealCommand: AdminCommand = {
  name: 'make-real',
  takes: '',
  does: 'Ends the rehearsal of a restored or copied Skywarden, which then sends to people, sirens and integrations again. Make sure that the other one is off.',
  words: [],
  async run(_, { store, clock, print }) {
    const { db } = await store()
    const wasRehearsal = await db.transaction().execute(tx => makeReal(tx, { by: 'system' }, clock.now()))
    if (!wasRehearsal) throw new WrongUse('This is not a rehearsal: it is already the real one.')
    print('This Skywarden is now the real one. A running server applies this within a second.')
  },
}

const rehearse: AdminCommand = {
  name: 'rehearse',
  takes: '',
  does: 'Makes this Skywarden a rehearsal, which does everything except send to people, sirens and integrations. For copies that it cannot detect, such as a cloned machine.',
  words: [],
  async run(_, { store, clock, print }) {
    const { db } = await store()
    const now = clock.now()
    await db.transaction().execute(async tx => {
      if (await isRehearsal(tx)) throw new WrongUse('This is already a rehearsal.')
      await beginRehearsal(tx, 'It was made a rehearsal manually.', now)
      const act = { action: 'rehearsal begun by hand', target: 'this Skywarden' }
      await recordAudit(tx, { by: 'system', customerId: null, ...act }, now)
    })
    print(`Rehearsal: this Skywarden sends nothing from now on. To end it: ${adminCommand} make-real`)
  },
}

export const rehearsalCommands = [makeRealCommand, rehearse]
