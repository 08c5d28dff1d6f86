import { browserName, isAppleMobile } from '#domain/access/browser-name'
import { keyBytes, pushStateOf, type PushState } from './push-state.ts'
import type { Asked } from '#contract/call'
import {
  checkPush,
  getPushKey,
  listPushDevices,
  removePushDevice,
  subscribePush,
  unsubscribePush,
} from '#contract/messages/notification-settings'
import { ask } from '#web/data/requests/ask.ts'
import { settingsKey } from '#web/data/messages/notification-settings.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const workerPath = '/push-worker.js'
const ownerKey = 'skywarden:push'
const browserKey = ['push', 'browser'] as const
const devicesKey = ['push', 'devices'] as const

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Whether the app runs from the Home Screen. */
function isInstalled(): boolean {
  const isStandalone = 'standalone' in navigator && navigator.standalone === true
  return isStandalone || matchMedia('(display-mode: standalone)').matches
}

const needsInstall = () => isAppleMobile(navigator.userAgent, navigator.maxTouchPoints) && !isInstalled()

interface Browser {
  readonly permission: NotificationPermission
  readonly isSubscribed: boolean
  /** The server's id for this device. */
  readonly deviceId: number | null
  /** Whether the person has turned messages on here and not turned them off since. */
  readonly isWanted: boolean
}

async function readBrowser(personId: string): Promise<Browser> {
  const nothing = { permission: 'default', isSubscribed: false, deviceId: null } as const
  // A browser has one subscription, no matter who signs in. Messages go to the person who turned them on last.
  const isWanted = localStorage.getItem(ownerKey) === personId
  if (!isSecureContext || !isSupported()) return { ...nothing, isWanted }
  const { permission } = Notification
  const made = isWanted ? await subscription() : null
  if (!made) return { ...nothing, permission, isWanted }
  const { deviceId } = await ask(checkPush, { body: { endpoint: made.endpoint } })
  return { permission, isSubscribed: true, deviceId, isWanted }
}

export interface PushHere {
  readonly state: PushState
  readonly deviceId: number | null
  /** Whether messages were turned on here but no longer arrive. */
  readonly isLost: boolean
}

/** Whether this browser receives push messages; undefined until known. */
export function usePushHere(personId: string): PushHere | undefined {
  const { data } = useQuery({
    queryKey: [...browserKey, personId],
    queryFn: () => readBrowser(personId),
    // People change a page's permissions in the browser's settings and then return.
    staleTime: 0,
  })
  if (!data) return undefined
  const { deviceId, isWanted } = data
  const about = { isSecure: isSecureContext, isSupported: isSupported(), needsInstall: needsInstall() }
  const state = pushStateOf({ ...data, ...about, isKnown: deviceId !== null })
  return { state, deviceId, isLost: isWanted && state !== 'on' }
}

/** Registers the worker of an installed app, which itself reports when the server is unreachable. */
export function registerWhereInstalled(): void {
  if (isSecureContext && 'serviceWorker' in navigator && isInstalled())
    void navigator.serviceWorker.register(workerPath)
}

async function turnOn(personId: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  await navigator.serviceWorker.register(workerPath)
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription with another key, or for another person, is useless.
  await (await pushManager.getSubscription())?.unsubscribe()
  const { publicKey } = await ask(getPushKey, {})
  const made = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: keyBytes(publicKey),
  })
  const { endpoint, keys } = made.toJSON() as Asked<typeof subscribePush>['body']
  const name = browserName(navigator.userAgent, navigator.maxTouchPoints)
  await ask(subscribePush, { body: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth }, name } })
  localStorage.setItem(ownerKey, personId)
}

async function turnOff(): Promise<void> {
  const made = await subscription()
  if (made) {
    await ask(unsubscribePush, { body: { endpoint: made.endpoint } })
    await made.unsubscribe()
  }
  localStorage.removeItem(ownerKey)
}

function usePushChange<T = void>(change: (about: T) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: devicesKey }),
        client.invalidateQueries({ queryKey: settingsKey }),
        client.invalidateQueries({ queryKey: browserKey }),
      ]),
  })
}

/** Asks the browser for permission, then subscribes it to push messages. */
export function useTurnPushOn(personId: string) {
  return usePushChange(() => turnOn(personId))
}

export function useTurnPushOff() {
  return usePushChange(turnOff)
}

/** Leaves the permission as it is, so the browser does not ask again. */
export function useForgetPush() {
  return usePushChange(async () => localStorage.removeItem(ownerKey))
}

export function usePushDevices() {
  return useQuery({ queryKey: devicesKey, queryFn: ({ signal }) => ask(listPushDevices, {}, signal) })
}

export function useRemovePushDevice() {
  return usePushChange((id: number) => ask(removePushDevice, { params: { id: String(id) } }))
}
