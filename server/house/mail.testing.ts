import { vi } from 'vitest'
import { listOutbox, readDelivery } from '#contract/messages/outbox'
import type { TestHouse, TestPerson } from '#server/house/testing'

/** Returns the newest message to a person, as support staff would read it. */
export async function latestMailTo(world: TestHouse, support: TestPerson, to: string): Promise<string> {
  const list = (await world.ask(listOutbox, { query: {} }, support)).body.data as {
    id: number
    recipient: string
  }[]
  const mail = list.find(delivery => delivery.recipient === to)
  if (!mail) return ''
  const { body } = await world.ask(readDelivery, { params: { id: String(mail.id) } }, support)
  return (body.data as { text: string }).text
}

export async function linkFrom(mail: () => Promise<string>): Promise<string> {
  return vi.waitFor(async () => {
    const link = /https?:\/\/\S+token=\S+/.exec(await mail())?.[0]
    if (!link) throw new Error('No mail with a link arrived')
    return link
  }, 15_000)
}
