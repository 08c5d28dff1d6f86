import type { Sample, SampleWorld } from './sample.testing.ts'

const nowhere = () => ({ params: { id: '999999' } })
const ofColleague = ({ colleague }: SampleWorld) => ({ params: { id: String(colleague.customerId) } })
const receiver = { name: 'A receiver', url: 'https://example.test/hooks', events: ['DELAY', 'ALL_CLEAR'] }

/** Well-formed requests for the integration calls. */
export const samplesOfIntegrations: Readonly<Record<string, (world: SampleWorld) => Sample>> = {
  verifyConnection: () => ({ body: { token: 'a token' } }),
  getConnection: ofColleague,
  saveConnection: ({ colleague }) => ({ body: { customerId: colleague.customerId, token: 'a token' } }),
  deleteConnection: ofColleague,
  listSinglewireSites: ofColleague,
  listSinglewireScenarios: ofColleague,
  listScenarioMappings: ofColleague,
  createScenarioMapping: () => ({
    body: {
      integrationConfigId: 999999,
      organizationLocationId: 999999,
      policyGroupId: 999999,
      singlewireSiteId: 'a-site',
      singlewireScenarioId: 'a-scenario',
    },
  }),
  deleteScenarioMapping: nowhere,
  listScenarioFirings: ofColleague,
  listPlaceRings: () => ({}),
  listCapFeeds: () => ({}),
  createCapFeed: () => ({ body: { organizationLocationId: 999999 } }),
  deleteCapFeed: nowhere,
  getHomeAssistant: () => ({}),
  makeHomeAssistantKey: () => ({}),
  deleteHomeAssistantKey: () => ({}),
  listWebhooks: () => ({}),
  createWebhook: () => ({ body: receiver }),
  updateWebhook: () => ({ ...nowhere(), body: { ...receiver, enabled: true } }),
  deleteWebhook: nowhere,
  rotateWebhookSecret: nowhere,
  testWebhook: nowhere,
  listWebhookDeliveries: nowhere,
  replayWebhookDelivery: nowhere,
}
