import { ask } from '#web/data/requests/ask.ts'
import { hardwareKey } from './hardware-key.ts'
import { serverNowMs } from '#web/data/live/server-now.ts'
import type { Asked } from '#contract/call'
import {
  disableHardware,
  disableSiren,
  enableHardware,
  enableSiren,
  getHardwareData,
  getHardwareImageTime,
  getHardwareStation,
  listHardware,
  listUnitRelays,
  setRelay,
  type Hardware,
} from '#contract/devices/hardware'
import {
  getSiren,
  listSirens,
  testAllClear,
  testDelay,
  testLight,
  turnOffTests,
  updateSiren,
} from '#contract/devices/sirens'
import { healthyForMs } from '#domain/hardware/health'
import type { TestKind } from '#domain/hardware/siren-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

const minuteMs = 60_000
const listEveryMs = 5 * minuteMs
const imageEveryMs = 5 * minuteMs
const stationEveryMs = 15 * minuteMs
/**
 * The polling interval while a unit sounds, lights or speaks, because the page must show when it ends even if the live
 * stream is down.
 */
const busyEveryMs = 5000
/** A unit executes a command first and reports its new state afterwards. */
const reportedAfterMs = 2000
const openDialogEveryMs = 10_000

const isBusy = ({ doing }: Hardware) => doing !== 'nothing'

export function useHardware() {
  return useQuery({
    queryKey: [...hardwareKey, 'list'],
    queryFn: ({ signal }) => ask(listHardware, {}, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isBusy) ? busyEveryMs : listEveryMs),
  })
}

/** Fetches all siren settings, including how long each test takes. */
export function useSirens() {
  return useQuery({
    queryKey: [...hardwareKey, 'sirens'],
    queryFn: ({ signal }) => ask(listSirens, {}, signal),
  })
}

export function useSiren(id: number) {
  return useQuery({
    queryKey: [...hardwareKey, 'siren', id],
    queryFn: ({ signal }) => ask(getSiren, { params: { id: String(id) } }, signal),
    staleTime: 0,
  })
}

/**
 * Refetches before a report would look stale. Otherwise a station would seem silent only because the page had not
 * polled.
 */
function nextLookMs(lastUpdated: string | null | undefined): number {
  if (!lastUpdated) return stationEveryMs
  const looksOldInMs = Date.parse(lastUpdated) + healthyForMs.station - serverNowMs()
  return Math.min(stationEveryMs, Math.max(minuteMs, looksOldInMs))
}

/** Fetches the latest report from a unit's weather station, if the unit has one. */
export function useUnitStation({ id, weatherStationId }: Hardware) {
  return useQuery({
    queryKey: ['hardware-station', id],
    queryFn: ({ signal }) => ask(getHardwareStation, { params: { id: String(id) } }, signal),
    enabled: weatherStationId !== null,
    refetchInterval: ({ state }) => nextLookMs(state.data?.lastUpdated),
  })
}

export function useUnitImage({ id, weatherStationId }: Hardware) {
  return useQuery({
    queryKey: ['hardware-image', id, weatherStationId],
    queryFn: ({ signal }) => ask(getHardwareImageTime, { params: { id: String(id) } }, signal),
    enabled: weatherStationId !== null,
    refetchInterval: imageEveryMs,
  })
}

/** Fetches a unit's reports about itself, and the commands it was sent. */
export function useHardwareData(id: number) {
  return useQuery({
    queryKey: [...hardwareKey, 'data', id],
    queryFn: ({ signal }) => ask(getHardwareData, { params: { id: String(id) } }, signal),
    staleTime: 0,
    refetchInterval: openDialogEveryMs,
  })
}

export function useUnitRelays(id: number) {
  return useQuery({
    queryKey: [...hardwareKey, 'relays', id],
    queryFn: ({ signal }) => ask(listUnitRelays, { params: { id: String(id) } }, signal),
    staleTime: 0,
    refetchInterval: openDialogEveryMs,
  })
}

// Changes

function useChange<Wish, Answer>(make: (request: Wish) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: make,
    // Refetches after a failure too, because the response may have been lost even though the command was not.
    onSettled: () => {
      const lookAgain = () => client.invalidateQueries({ queryKey: hardwareKey })
      setTimeout(() => void lookAgain(), reportedAfterMs)
      return lookAgain()
    },
  })
}

const switches = {
  hardware: { disable: disableHardware, enable: enableHardware },
  OWS: { disable: disableSiren, enable: enableSiren },
} as const

export type SwitchedPart = keyof typeof switches
export type SwitchAct = 'disable' | 'enable'

export function useSwitchHardware(part: SwitchedPart, act: SwitchAct) {
  return useChange((body: Asked<typeof disableHardware>['body']) => ask(switches[part][act], { body }))
}

const tests = { delay: testDelay, 'all clear': testAllClear, light: testLight } as const

export interface TestRequest {
  readonly kind: TestKind
  readonly sirenIds: number[]
}

export function useTestSirens() {
  return useChange(({ kind, sirenIds }: TestRequest) => ask(tests[kind], { body: sirenIds }))
}

export function useTurnOffTests() {
  return useChange((sirenIds: number[]) => ask(turnOffTests, { body: sirenIds }))
}

export function useUpdateSiren() {
  return useChange((body: Asked<typeof updateSiren>['body']) => ask(updateSiren, { body }))
}

export interface RelayRequest {
  readonly ipAddress: string
  readonly name: string
  readonly toggled: boolean
}

export function useSetRelay() {
  return useChange(({ ipAddress, name, toggled }: RelayRequest) =>
    ask(setRelay, { params: { ipAddress }, body: { id: name, toggled } }),
  )
}
