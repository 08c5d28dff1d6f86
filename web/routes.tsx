import type { Who } from '#contract/call'
import { may, type AccessRule, type Holder } from '#domain/access/may'
import { adminRoles } from '#domain/access/roles'
import { fetchedPart, type FetchedPart } from '#web/parts/page/fetched-part.tsx'
import { nextTask } from '#web/parts/browser/next-task.ts'
import { CallbackPage } from '#web/session/CallbackPage.tsx'
import { ImpersonationPage } from '#web/session/ImpersonationPage.tsx'
import { LoadingPage } from '#web/session/LoadingPage.tsx'
import { ScreenSkeleton } from '#web/shell/ScreenSkeleton.tsx'
import {
  IconActivity,
  IconBuilding,
  IconBuildingBroadcastTower,
  IconDeviceCctv,
  IconDeviceTv,
  IconFileAnalytics,
  IconHelpHexagon,
  IconHistory,
  IconHome,
  IconKey,
  IconLayoutDashboard,
  IconMailForward,
  IconPlugConnected,
  IconRadar,
  IconShieldCheck,
  IconSpeakerphone,
  IconUsers,
  IconWind,
  type Icon,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { matchPath } from 'react-router'

export interface SidebarEntry {
  readonly label: string
  readonly icon: Icon
  readonly group?: 'Operations'
  /** Set if fewer people see the link than are allowed to open the page. */
  readonly who?: AccessRule
  /** On desktop every entry is visible, so an entry with nothing to show is left out. */
  readonly onDesktop?: 'with-air-sensors'
}

export interface Page {
  readonly path: string
  readonly who: Who
  /** Absent if the page is in the specification but not built yet, in which case it is not linked. */
  readonly screen?: ComponentType | FetchedPart<object>
  /** Starts the page's first requests while its code loads. */
  readonly askAhead?: () => Promise<void>
  /** Bare pages have no frame; all others are inside the shell. */
  readonly frame?: 'bare'
  readonly sidebar?: SidebarEntry
}

const admins = { roles: adminRoles } as const satisfies AccessRule
/** Who may define an organization's places and policies. */
const keepers = { roles: ['SuperAdmin', 'Admin'] } as const satisfies AccessRule
const reporters = { permissions: ['historical_report.access'] } as const satisfies AccessRule
const superAdmin = { roles: ['SuperAdmin'] } as const satisfies AccessRule

function adminsWith(...permissions: NonNullable<AccessRule['permissions']>): AccessRule {
  return { ...admins, permissions }
}

function screen(load: () => Promise<ComponentType>): FetchedPart<object> {
  return fetchedPart(load, <ScreenSkeleton />)
}

/**
 * The stream's schemas are created first, in a separate task, because creating everything in one task would block the
 * page.
 */
async function loadHome() {
  await import('#contract/live')
  await nextTask()
  return import('#web/screens/home/Home.tsx')
}
const Home = screen(() => loadHome().then(file => file.Home))
const LiveRadar = screen(() => import('#web/screens/live-radar/LiveRadar.tsx').then(file => file.LiveRadar))
const LiveCamera = screen(() =>
  import('#web/screens/live-camera/LiveCamera.tsx').then(file => file.LiveCamera),
)
const LiveCameraLogs = screen(() =>
  import('#web/screens/live-camera-logs/LiveCameraLogs.tsx').then(file => file.LiveCameraLogs),
)
const Hardware = screen(() => import('#web/screens/hardware/Hardware.tsx').then(file => file.Hardware))
const InstrumentPage = screen(() =>
  import('#web/screens/hardware/instruments/InstrumentPage.tsx').then(file => file.InstrumentPage),
)
const NewInstrumentPage = screen(() =>
  import('#web/screens/hardware/instruments/InstrumentPage.tsx').then(file => file.NewInstrumentPage),
)
const StoredMessages = screen(() =>
  import('#web/screens/stored-messages/StoredMessages.tsx').then(file => file.StoredMessages),
)
const Broadcast = screen(() => import('#web/screens/broadcast/Broadcast.tsx').then(file => file.Broadcast))
const AirQuality = screen(() =>
  import('#web/screens/air-quality/AirQuality.tsx').then(file => file.AirQuality),
)
const Reports = screen(() => import('#web/screens/reports/Reports.tsx').then(file => file.Reports))
const Policies = screen(() => import('#web/screens/policies/Policies.tsx').then(file => file.Policies))
const Integrations = screen(() =>
  import('#web/screens/integrations/Integrations.tsx').then(file => file.Integrations),
)
const Singlewire = screen(() =>
  import('#web/screens/singlewire/Singlewire.tsx').then(file => file.Singlewire),
)
const Webhooks = screen(() => import('#web/screens/webhooks/Webhooks.tsx').then(file => file.Webhooks))
const PlaceFeeds = screen(() =>
  import('#web/screens/place-feeds/PlaceFeeds.tsx').then(file => file.PlaceFeeds),
)
const Profile = screen(() => import('#web/screens/profile/Profile.tsx').then(file => file.Profile))
const Privacy = screen(() => import('#web/screens/privacy/Privacy.tsx').then(file => file.Privacy))
const Customers = screen(() => import('#web/screens/customers/Customers.tsx').then(file => file.Customers))
const Users = screen(() => import('#web/screens/users/Users.tsx').then(file => file.Users))
const Consultation = screen(() =>
  import('#web/screens/consultation/Consultation.tsx').then(file => file.Consultation),
)
const MassNotify = screen(() =>
  import('#web/screens/mass-notify/MassNotify.tsx').then(file => file.MassNotify),
)
const Widgets = screen(() => import('#web/screens/widgets/Widgets.tsx').then(file => file.Widgets))
const WidgetBuilder = screen(() =>
  import('#web/screens/widgets/builder/Builder.tsx').then(file => file.Builder),
)
const Notifications = screen(() =>
  import('#web/screens/notifications/Notifications.tsx').then(file => file.Notifications),
)
const NotificationSettings = screen(() =>
  import('#web/screens/notification-settings/NotificationSettings.tsx').then(
    file => file.NotificationSettings,
  ),
)
const SingleSignOn = screen(() =>
  import('#web/screens/single-sign-on/SingleSignOn.tsx').then(file => file.SingleSignOn),
)
const Status = screen(() => import('#web/screens/status/Status.tsx').then(file => file.Status))
const FeedKeys = screen(() => import('#web/screens/feed-keys/FeedKeys.tsx').then(file => file.FeedKeys))
const Outbox = screen(() => import('#web/screens/outbox/Outbox.tsx').then(file => file.Outbox))
const Audit = screen(() => import('#web/screens/audit/Audit.tsx').then(file => file.Audit))
const Welcome = screen(() => import('#web/screens/welcome/Welcome.tsx').then(file => file.Welcome))
const LocationGreeting = screen(() =>
  import('#web/screens/location-greeting/LocationGreeting.tsx').then(file => file.LocationGreeting),
)
const Station = screen(() => import('#web/screens/station/Station.tsx').then(file => file.Station))
const Unauthorized = fetchedPart(
  () => import('#web/screens/unauthorized/Unauthorized.tsx').then(file => file.Unauthorized),
  <LoadingPage />,
)

/**
 * Every page, who may open it, and its position in the sidebar, in sidebar order. Silent renew is not listed, because
 * it is only the URL to which the identity provider redirects, and it is never rendered.
 */
export const pages: readonly Page[] = [
  {
    path: '/',
    who: 'signed-in',
    screen: Home,
    askAhead: () => loadHome().then(file => file.askAhead()),
    sidebar: { label: 'Home', icon: IconHome },
  },
  {
    path: '/LiveRadar',
    who: 'signed-in',
    screen: LiveRadar,
    sidebar: { label: 'Live Radar', icon: IconRadar },
  },
  {
    path: '/Hardware',
    who: admins,
    screen: Hardware,
    sidebar: { label: 'On-Site Hardware', icon: IconBuildingBroadcastTower },
  },
  { path: '/Hardware/Instruments/New', who: keepers, screen: NewInstrumentPage },
  { path: '/Hardware/Instruments/:id', who: admins, screen: InstrumentPage },
  {
    path: '/AirQuality',
    who: 'signed-in',
    screen: AirQuality,
    sidebar: { label: 'Air Quality Index', icon: IconWind, who: admins, onDesktop: 'with-air-sensors' },
  },
  {
    path: '/Reports',
    who: 'signed-in',
    screen: Reports,
    sidebar: { label: 'Reports', icon: IconFileAnalytics, who: reporters },
  },
  {
    path: '/Consultation',
    who: adminsWith('met.support'),
    screen: Consultation,
    sidebar: { label: 'Ask a Meteorologist', icon: IconHelpHexagon },
  },
  { path: '/Users', who: admins, screen: Users, sidebar: { label: 'Users', icon: IconUsers } },
  {
    path: '/Policies',
    who: admins,
    screen: Policies,
    sidebar: { label: 'Policies', icon: IconShieldCheck },
  },
  {
    path: '/MassNotify',
    who: adminsWith('massnotify.access'),
    screen: MassNotify,
    sidebar: { label: 'Notify Users', icon: IconSpeakerphone },
  },
  {
    path: '/Widgets',
    who: adminsWith('widget.access'),
    screen: Widgets,
    sidebar: { label: 'Widgets', icon: IconLayoutDashboard },
  },
  {
    path: '/Widgets/:customerId/:widgetId',
    who: adminsWith('widget.access'),
    screen: WidgetBuilder,
  },
  {
    path: '/LiveCamera',
    who: adminsWith('live_camera.access'),
    screen: LiveCamera,
    sidebar: { label: 'Live Camera', icon: IconDeviceCctv },
  },
  {
    path: '/LiveCamera/Logs/:customerId',
    who: adminsWith('live_camera.access'),
    screen: LiveCameraLogs,
  },
  {
    path: '/Integrations',
    who: { permissions: ['read:integrations', 'write:integrations'] },
    screen: Integrations,
    sidebar: { label: 'Integrations', icon: IconPlugConnected },
  },
  { path: '/Integrations/Singlewire', who: admins, screen: Singlewire },
  {
    path: '/Integrations/Webhooks',
    who: adminsWith('read:integrations', 'write:integrations'),
    screen: Webhooks,
  },
  {
    path: '/Integrations/Feeds',
    who: adminsWith('read:integrations', 'write:integrations'),
    screen: PlaceFeeds,
  },
  { path: '/Integrations/SSO', who: admins, screen: SingleSignOn },
  {
    path: '/Broadcast',
    who: { permissions: ['broadcast.view.access'] },
    screen: Broadcast,
    sidebar: { label: 'Broadcast', icon: IconDeviceTv },
  },
  { path: '/Notifications', who: 'signed-in', screen: Notifications },
  { path: '/NotificationSettings', who: 'signed-in', screen: NotificationSettings },
  { path: '/Profile', who: 'signed-in', screen: Profile },
  { path: '/Privacy', who: 'signed-in', screen: Privacy },
  { path: '/Welcome', who: keepers, screen: Welcome },
  { path: '/PAStoredMessages', who: adminsWith('pa.full_access'), screen: StoredMessages },
  { path: '/Historical/:weatherStationId/:imageUrl?', who: 'anyone', screen: Station },
  { path: '/Locations/:name', who: 'signed-in', screen: LocationGreeting },
  {
    path: '/Status',
    who: superAdmin,
    screen: Status,
    sidebar: { label: 'Status', icon: IconActivity, group: 'Operations' },
  },
  {
    path: '/Customers',
    who: superAdmin,
    screen: Customers,
    sidebar: { label: 'Customers', icon: IconBuilding, group: 'Operations' },
  },
  {
    path: '/FeedKeys',
    who: superAdmin,
    screen: FeedKeys,
    sidebar: { label: 'Feed Keys', icon: IconKey, group: 'Operations' },
  },
  {
    path: '/Outbox',
    who: superAdmin,
    screen: Outbox,
    sidebar: { label: 'Outbox', icon: IconMailForward, group: 'Operations' },
  },
  {
    path: '/Audit',
    who: superAdmin,
    screen: Audit,
    sidebar: { label: 'Audit Log', icon: IconHistory, group: 'Operations' },
  },
  { path: '/Unauthorized', who: 'signed-in', screen: Unauthorized, frame: 'bare' },
  { path: '/Callback', who: 'anyone', screen: CallbackPage, frame: 'bare' },
  { path: '/impersonation', who: 'anyone', screen: ImpersonationPage, frame: 'bare' },
  { path: '/public/:customerName/:sirenName/Widget', who: 'anyone', frame: 'bare' },
]

export function pageAt(path: string): Page | undefined {
  return pages.find(page => matchPath(page.path, path))
}

export function mayEnter(holder: Holder, who: Who): boolean {
  return typeof who === 'string' || may(holder, who)
}

export function sidebarFor(holder: Holder): readonly (Page & { sidebar: SidebarEntry })[] {
  return pages.filter(
    (page): page is Page & { sidebar: SidebarEntry } =>
      page.sidebar !== undefined &&
      page.screen !== undefined &&
      mayEnter(holder, page.sidebar.who ?? page.who),
  )
}
