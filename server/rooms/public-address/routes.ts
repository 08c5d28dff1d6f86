import {
  addStoredMessage,
  deleteStoredMessage,
  listPaUnits,
  listStoredMessages as listStoredMessagesCall,
  previewSpeech,
  sendPaMessage,
  updateStoredMessage,
} from '#contract/devices/public-address'
import type { Speech } from '#domain/hardware/command'
import { badInput, serverRefusal } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Db } from '#server/platform/store/index'
import type { HardwareUnits } from '#server/rooms/hardware/index'
import { addMessage, changeMessage, removeMessage, wireMessage } from './save-message.ts'
import { listStoredMessageRows } from './store.ts'

export interface PublicAddressRouteDeps {
  readonly db: Db
  readonly units: HardwareUnits
  readonly speechOf: (text: string) => Promise<Speech | null>
}

export function publicAddressRoutes({ db, units, speechOf }: PublicAddressRouteDeps): Served[] {
  return [
    serve(listPaUnits, async ({ caller }) =>
      (await units.speakersOf(caller)).map(unit => ({
        id: unit.id,
        name: unit.name,
        ipAddress: unit.ip_address,
        defaultPlayCount: unit.default_play_count,
        isOnline: unit.is_online,
      })),
    ),

    serve(sendPaMessage, async ({ body, ...doing }) => {
      const known = await units.speakersOf(doing.caller)
      const chosen = known.filter(({ id }) => body.pAList.includes(id))
      if (chosen.length < new Set(body.pAList).size)
        throw badInput({ PAList: ['includes a unit that is not yours'] })
      const least = Math.max(...chosen.map(unit => unit.default_play_count))
      if (body.repeatCount < least)
        throw badInput({ RepeatCount: [`must be at least ${least} for these units`] })
      const speech = await speechOf(body.message)
      if (!speech) throw badInput({ Message: ['is required'] })
      const results = await units.speak(doing, chosen, { speech, times: body.repeatCount })
      if (results.every(({ status }) => status === 0))
        throw serverRefusal(
          `Nothing was announced. ${[...new Set(results.map(each => each.because))].join(' ')}`,
          502,
        )
      return results
    }),

    serve(previewSpeech, async ({ body }) => ({
      url: (await speechOf(body.message))?.recording?.url ?? null,
    })),

    serve(listStoredMessagesCall, async ({ caller }) =>
      (await listStoredMessageRows(db, caller.customerId)).map(wireMessage),
    ),
    serve(addStoredMessage, ({ body, ...doing }) => addMessage(db, doing, body)),
    serve(updateStoredMessage, ({ body, ...doing }) => changeMessage(db, doing, body)),
    serve(deleteStoredMessage, async ({ params, ...doing }) => {
      await removeMessage(db, doing, params.id)
      return 'Successfully Deleted Stored Message'
    }),
  ]
}
