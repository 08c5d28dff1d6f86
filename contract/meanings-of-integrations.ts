/** What fields mean that connect an organization with other systems. */
export const meaningsOfIntegrations: Readonly<Record<string, string>> = {
  'createWebhook.url': 'Where events are sent: an https:// address that answers with 2xx within 15 seconds',
  'updateWebhook.url': 'Where events are sent: an https:// address that answers with 2xx within 15 seconds',
  events: 'Which events are sent: DELAY, ALL_CLEAR, WARNING, CLEAR, ADVISORY, UNKNOWN',
  organizationLocationIds: 'Only events of these organization locations; null for all of them',
  'updateWebhook.enabled': 'Whether events are sent. True turns a webhook on again that was paused',
  'listWebhookDeliveries.before': 'Only what is older than the delivery with this id',
  'updateWebhook.id': 'Id of a webhook',
  'deleteWebhook.id': 'Id of a webhook',
  'rotateWebhookSecret.id': 'Id of a webhook',
  'testWebhook.id': 'Id of a webhook',
  'listWebhookDeliveries.id': 'Id of a webhook',
  'replayWebhookDelivery.id': 'Id of a delivery',
}
