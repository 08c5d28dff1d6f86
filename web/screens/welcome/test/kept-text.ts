import type { NotifiedOrNot } from '#contract/messages/outbox'
import type { RoleName } from '#domain/access/roles'

type Delivery = Pick<NotifiedOrNot['deliveries'][number], 'channel' | 'state'>

/**
 * What a channel requires before messages can leave the server, and the setting for it. Push messages require nothing.
 */
const needs = {
  email: { what: 'No mail server is set up', setting: 'SMTP_URL' },
  sms: { what: 'No text message provider is set up', setting: 'SMS_ACCOUNT' },
} as const

/**
 * Explains why messages stay in the outbox, and what to do. Operators of the server see the setting. Null if no message
 * stays.
 */
export function keptWords(
  deliveries: readonly Delivery[],
  role: RoleName,
): { readonly title: string; readonly text: string } | null {
  const kept = deliveries.find(({ state }) => state === 'kept')
  if (!kept || kept.channel === 'push') return null
  const { what, setting } = needs[kept.channel]
  return {
    title: `${what}: messages are stored here and not delivered`,
    text:
      role === 'SuperAdmin'
        ? `Set ${setting} and start Skywarden again. Until then they can be read in the Outbox.`
        : 'Ask your Skywarden operator to set one up.',
  }
}
