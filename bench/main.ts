import { cpus, totalmem } from 'node:os'
import { measureAlerts } from './alerts.ts'
import { measureBulkEdits } from './bulk-edits.ts'
import { measureDashboard } from './browser/dashboard.ts'
import { measureDevices } from './devices/devices.ts'
import { measureFirstLoad } from './browser/first-load.ts'
import { measureGlm } from './glm.ts'
import { measureInstruments } from './devices/instruments.ts'
import { measureLiveStreams } from './live-streams.ts'
import { measureBusyChannels } from './busy-channels.ts'
import { measureNotifications } from './notifications.ts'
import { measureOpenForHours } from './browser/open-for-hours.ts'
import { measurePlayback } from './browser/playback.ts'
import { measurePolicies } from './policies.ts'
import { measurePush } from './push.ts'
import { measureRadar } from './radar.ts'
import { measureRadarFeed } from './radar-feed.ts'
import { measureReports } from './reports.ts'
import { measureRequests } from './requests.ts'
import { measureScale } from './scale.ts'
import { measureSirens } from './devices/sirens.ts'
import { measureStart } from './start-time.ts'
import { measureStationDoor } from './devices/station-door.ts'
import { measureStations } from './devices/stations.ts'
import { measureStrikeMatching } from './strike-matching/index.ts'
import { measureWidgets } from './widgets.ts'
import { measureWebhooks } from './webhooks.ts'
import { measureWorldProducts } from './world-products.ts'
import { measureWorld } from './world.ts'

const memoryGiB = Math.round(totalmem() / 2 ** 30)
console.log(
  `On ${cpus().length} cores (${cpus()[0]?.model.trim() ?? process.arch}), ${memoryGiB} GiB, Node ${process.version}`,
)

const measurements = {
  Requests: measureRequests,
  Start: measureStart,
  'First load': measureFirstLoad,
  'Strike matching': measureStrikeMatching,
  'Simulated world': measureWorld,
  'World products': measureWorldProducts,
  'Live streams': measureLiveStreams,
  Scale: measureScale,
  Policies: measurePolicies,
  Alerts: measureAlerts,
  'Bulk edits': measureBulkEdits,
  Notifications: measureNotifications,
  'Lightning text among other messages': measureBusyChannels,
  'Push notifications': measurePush,
  Webhooks: measureWebhooks,
  Radar: measureRadar,
  'Pictures from the radar feed': measureRadarFeed,
  Devices: measureDevices,
  Sirens: measureSirens,
  'Weather stations': measureStations,
  'Connected stations': measureStationDoor,
  Instruments: measureInstruments,
  Reports: measureReports,
  Dashboard: measureDashboard,
  'Open for hours': measureOpenForHours,
  Playback: measurePlayback,
  Widgets: measureWidgets,
  'Satellite lightning': measureGlm,
}
const wanted = process.argv.slice(2).map(word => word.toLowerCase())
for (const [name, measure] of Object.entries(measurements)) {
  if (wanted.length > 0 && !wanted.some(word => name.toLowerCase().startsWith(word))) continue
  console.log(`\n${name}`)
  await measure()
}
