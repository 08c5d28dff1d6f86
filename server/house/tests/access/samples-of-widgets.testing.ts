import type { Sample, SampleWorld } from './sample.testing.ts'

const noWidget = () => ({ params: { id: '999999' } })
const ofCustomer = ({ colleague }: SampleWorld) => ({ params: { customerId: String(colleague.customerId) } })
const someWidget = {
  name: 'Stadium',
  orgLocId: 999999,
  theme: 1,
  type: 0,
  primaryCondition: 0,
  widgetConditions: [1, 2],
  widgetForecasts: [{ forecastType: 'hourly', conditionType: 0 }],
  policyGroupId: 999999,
  headerMessage: '<b>Closed</b> today',
  headerMessageExpiration: null,
  weatherStationId: null,
  primaryThreshold: 95,
  width: 800,
  allowedSites: ['https://www.school.edu'],
}

/** Well-formed requests for the widget calls. */
export const samplesOfWidgets: Readonly<Record<string, (world: SampleWorld) => Sample>> = {
  listWidgetsOfCustomer: ofCustomer,
  listAllWidgets: () => ({}),
  getWidget: noWidget,
  createWidget: ({ colleague }) => ({ body: { ...someWidget, customerId: colleague.customerId } }),
  updateWidget: () => ({ params: { id: '999999' }, body: someWidget }),
  deleteWidget: noWidget,
  shareWidget: () => ({ body: { recipient: 'some.body@example.test', widgetId: 999999 } }),
  widgetChoices: ofCustomer,
  previewWidget: ({ colleague }) => ({ body: { ...someWidget, customerId: colleague.customerId } }),
  embedWidget: () => ({ params: { key: 'k'.repeat(22) } }),
}
