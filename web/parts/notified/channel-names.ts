import type { Channel } from '#domain/notifications/recipient'

export const channelNames: Readonly<Record<Channel, string>> = { email: 'Email', sms: 'SMS', push: 'Push' }
