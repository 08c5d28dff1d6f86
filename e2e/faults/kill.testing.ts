import { setTimeout as sleep } from 'node:timers/promises'
import { fillPath } from '#contract/call'
import { getDelay, type LocationDelay } from '#contract/weather/lightning'
import { listLocations, type Location } from '#contract/places/locations'
import { OwnServer } from '#e2e/servers/own-server'
import { people } from '#e2e/steps/accounts'

export interface KillReport {
  readonly kills: number
  readonly acknowledged: number
  readonly lost: number
  readonly medianReadyMs: number
  readonly longestReadyMs: number
  /** States of Norman's first ring other than Delay, read after each kill. */
  readonly wrongStates: readonly string[]
}

async function asked<Data>(server: OwnServer, token: string, path: string): Promise<Data> {
  const reply = await fetch(server.baseURL + path, { headers: { authorization: `Bearer ${token}` } })
  return ((await reply.json()) as { data: Data }).data
}

const strikeNow = (id: string) => ({
  id,
  time: new Date().toISOString(),
  latitude: 35.21,
  longitude: -97.45,
})
type SentStrike = ReturnType<typeof strikeNow>

/** Sends strikes one by one until the server is gone, and returns those it acknowledged. */
async function storm(server: OwnServer, round: number, acknowledge: (strike: SentStrike) => void) {
  for (let n = 0; ; n++) {
    const strike = strikeNow(`r${round}-${n}`)
    try {
      await server.ingest({ strikes: [strike] })
    } catch {
      return
    }
    acknowledge(strike)
  }
}

/** The ingest endpoint's limit per request. */
const mostAtOnce = 2000

/**
 * Kills the server, or its database, at random instants during a storm. Every acknowledged strike must survive, and
 * a ring in delay must stay in delay.
 */
export async function killInAStorm(kills: number, chance: () => number): Promise<KillReport> {
  const server = await OwnServer.start()
  const acknowledged: SentStrike[] = []
  const wrongStates: string[] = []
  const readyMs: number[] = []
  try {
    await server.cover()
    for (let round = 0; round < kills; round++) {
      const begun = Promise.withResolvers<void>()
      const weather = storm(server, round, strike => {
        acknowledged.push(strike)
        begun.resolve()
      })
      // Kills only after the first acknowledged strike, because before that nothing can be lost and the ring is not in
      // delay.
      await Promise.race([begun.promise, weather])
      await sleep(chance() * 900)
      if (round % 2 === 1) server.killDatabase()
      await server.kill()
      await weather
      const launchedMs = performance.now()
      await server.launch()
      readyMs.push(Math.round(performance.now() - launchedMs))

      const token = await server.tokenOf(people.admin)
      const locations = await asked<Location[]>(server, token, listLocations.path)
      const norman = locations.find(location => location.label === 'Norman Stadium')
      const path = fillPath(getDelay.path, { id: norman?.id ?? 0 })
      const delay = await asked<LocationDelay>(server, token, path)
      const state = delay.statements[0]?.state ?? 'nothing'
      if (state !== 'Delay') wrongStates.push(state)
    }
    const again = []
    for (let start = 0; start < acknowledged.length; start += mostAtOnce) {
      again.push(await server.ingest({ strikes: acknowledged.slice(start, start + mostAtOnce) }))
    }
    const lost = again.reduce((sum, { accepted }) => sum + accepted, 0)
    const sorted = readyMs.toSorted((one, other) => one - other)
    return {
      kills,
      acknowledged: acknowledged.length,
      lost,
      medianReadyMs: sorted[Math.floor(sorted.length / 2)] ?? 0,
      longestReadyMs: sorted.at(-1) ?? 0,
      wrongStates,
    }
  } finally {
    await server.stop()
  }
}
