import { keyBytes, pushStateOf, type PushState } from './push-state.ts'
import type { Asked } from '#contract/call'
import { getPushKey, subscribePush, unsubscribePush } from '#contract/notifications'
import { ask } from '#web/data/ask.ts'
import { settingsKey } from '#web/data/notification-settings.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const workerPath = '/push-worker.js'
const ownerKey = 'skywarden:push'
const browserKey = ['push', 'browser'] as const

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

interface Browser {
  readonly permission: NotificationPermission
  readonly isSubscribed: boolean
}

async function readBrowser(personId: string): Promise<Browser> {
  if (!isSecureContext || !isSupported()) return { permission: 'default', isSubscribed: false }
  // A browser has one subscription, whoever signs in: the messages go to who turned them on last.
  const isOwn = localStorage.getItem(ownerKey) === personId
  return { permission: Notification.permission, isSubscribed: isOwn && (await subscription()) !== null }
}

/** Whether push messages come to this browser; undefined until that is known. */
export function usePushState(personId: string, knownBrowsers: number): PushState | undefined {
  const { data } = useQuery({
    queryKey: [...browserKey, personId],
    queryFn: () => readBrowser(personId),
    // People change what a page may in the browser's own settings, and come back.
    staleTime: 0,
  })
  return data && pushStateOf({ ...data, isSecure: isSecureContext, isSupported: isSupported(), knownBrowsers })
}

async function turnOn(personId: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  await navigator.serviceWorker.register(workerPath)
  const { pushManager } = await navigator.serviceWorker.ready
  // One that was made with another key, or for somebody else, is of no use.
  await (await pushManager.getSubscription())?.unsubscribe()
  const { publicKey } = await ask(getPushKey, {})
  const made = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: keyBytes(publicKey),
  })
  const { endpoint, keys } = made.toJSON() as Asked<typeof subscribePush>['body']
  await ask(subscribePush, { body: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } })
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

function usePushChange(change: () => Promise<void>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: settingsKey }),
        client.invalidateQueries({ queryKey: browserKey }),
      ]),
  })
}

/** Asks the browser for leave, then has push messages sent to it. */
export function useTurnPushOn(personId: string) {
  return usePushChange(() => turnOn(personId))
}

export function useTurnPushOff() {
  return usePushChange(turnOff)
}
