import type { Sample, SampleWorld } from '#server/house/sample.testing'

const nowhere = () => ({ params: { id: '999999' } })
const receiver = { name: 'A receiver', url: 'https://example.test/hooks', events: ['DELAY', 'ALL_CLEAR'] }

/** Well-formed requests for the calls of integrations. */
export const samplesOfIntegrations: Readonly<Record<string, (world: SampleWorld) => Sample>> = {
  listWebhooks: () => ({}),
  createWebhook: () => ({ body: receiver }),
  updateWebhook: () => ({ ...nowhere(), body: { ...receiver, enabled: true } }),
  deleteWebhook: nowhere,
  rotateWebhookSecret: nowhere,
  testWebhook: nowhere,
  listWebhookDeliveries: nowhere,
  replayWebhookDelivery: nowhere,
}
