import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Peer } from './postgis.ts'
import {
  errorMiles,
  haversineMiles,
  innermostRing,
  largestRingMiles,
  ringMiles,
  type Found,
  type Places,
} from './world.ts'

/** The part of the Redis protocol that the benchmark needs: pipelined commands, and replies parsed in place. */
class Redis {
  readonly #socket: Socket
  #bytes = Buffer.alloc(1 << 16)
  #end = 0
  #at = 0
  #arrived = Promise.withResolvers<void>()

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => {
      if (this.#end + chunk.length > this.#bytes.length) {
        const bytes = Buffer.alloc(2 * (this.#end + chunk.length))
        this.#bytes.copy(bytes, 0, 0, this.#end)
        this.#bytes = bytes
      }
      chunk.copy(this.#bytes, this.#end)
      this.#end += chunk.length
      this.#arrived.resolve()
    })
  }

  send(commands: readonly (readonly (string | number)[])[]): void {
    let text = ''
    for (const words of commands) {
      text += `*${words.length}\r\n`
      for (const word of words) text += `$${String(word).length}\r\n${word}\r\n`
    }
    this.#socket.write(text)
  }

  /** Reads this many replies. Reports each number or string in them, and the end of each reply. */
  async read(
    replies: number,
    onValue: (value: number) => void,
    ended: (reply: number) => void,
  ): Promise<void> {
    for (let reply = 0; reply < replies; reply++) {
      while (!this.#isWhole()) {
        this.#arrived = Promise.withResolvers<void>()
        await this.#arrived.promise
      }
      this.#readReply(onValue)
      ended(reply)
    }
    this.#bytes.copy(this.#bytes, 0, this.#at, this.#end)
    this.#end -= this.#at
    this.#at = 0
  }

  /** Counts lines without parsing them. A reply is complete when no more lines are due. */
  #isWhole(): boolean {
    let at = this.#at
    for (let owed = 1; owed > 0; owed--) {
      const line = this.#bytes.indexOf(10, at)
      if (line < 0 || line >= this.#end) return false
      const kind = this.#bytes[at]
      if (kind === 42) owed += this.#number(at + 1)
      at = kind === 36 ? line + 1 + this.#number(at + 1) + 2 : line + 1
      if (at > this.#end) return false
    }
    return true
  }

  #readReply(onValue: (value: number) => void): void {
    for (let owed = 1; owed > 0; owed--) {
      const kind = this.#bytes[this.#at]
      const line = this.#bytes.indexOf(10, this.#at)
      if (kind === 45) throw new Error(`Redis: ${this.#bytes.toString('utf8', this.#at, line)}`)
      if (kind === 42) owed += this.#number(this.#at + 1)
      else if (kind === 36) onValue(this.#number(line + 1))
      this.#at = kind === 36 ? line + 1 + this.#number(this.#at + 1) + 2 : line + 1
    }
  }

  #number(from: number): number {
    let value = 0
    let at = from
    for (let byte = this.#bytes[at]; byte !== undefined && byte >= 48; byte = this.#bytes[++at]) {
      value = value * 10 + byte - 48
    }
    if (this.#bytes[at] !== 46) return value
    for (
      let share = 0.1, byte = this.#bytes[++at];
      byte !== undefined && byte >= 48;
      byte = this.#bytes[++at]
    ) {
      value += share * (byte - 48)
      share /= 10
    }
    return value
  }
}

/** The ratio of Redis's earth radius to ours. */
const larger = 6372.797560856 / 6371.0088
const batch = 200

type Search = (longitude: number, latitude: number) => (string | number)[]
const search = (radius: number, ...rest: string[]): Search => {
  // Redis uses exact miles, and the product uses rounded ones. Meters are the same for both.
  const metres = ((radius + errorMiles) / 0.000621371) * larger
  return (longitude, latitude) => [
    'GEOSEARCH',
    'places',
    'FROMLONLAT',
    longitude,
    latitude,
    'BYRADIUS',
    metres,
    'm',
    ...rest,
  ]
}

const membersOnly = 'members only, ring decided by the client'
const withDistance = 'WITHDIST, ring decided by its distance'
const perRing = 'a search for every ring'

/** Redis on a private socket, loaded with the places. Undefined if it is not installed. */
export async function startRedis(folder: string, places: Places): Promise<Peer | undefined> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return undefined
  mkdirSync(folder)
  const path = join(folder, 'redis.sock')
  const options = ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no', '--dir', folder]
  const server = spawn('redis-server', options, { stdio: 'ignore' })
  let socket: Socket | undefined
  for (let attempt = 0; !socket; attempt++) {
    await sleep(50)
    const trial = connect(path)
    socket = await once(trial, 'connect').then(
      () => trial,
      (error: unknown) => {
        if (attempt === 100) throw error
        return undefined
      },
    )
  }
  const redis = new Redis(socket)
  for (let from = 0; from < places.latitudes.length; from += 1000) {
    const words: (string | number)[] = ['GEOADD', 'places']
    for (let place = from; place < Math.min(from + 1000, places.latitudes.length); place++) {
      words.push(places.longitudes[place] as number, places.latitudes[place] as number, place)
    }
    redis.send([words])
    await redis.read(
      1,
      () => {},
      () => {},
    )
  }

  /** Sends each batch before the previous one's replies are read, so Redis never waits. */
  async function ask(
    searches: readonly Search[],
    strikes: Places,
    onValue: (strike: number, search: number, value: number) => void,
    ended: (strike: number) => void,
  ) {
    const count = strikes.latitudes.length
    const sendFrom = (from: number) => {
      const commands: (string | number)[][] = []
      for (let strike = from; strike < Math.min(from + batch, count); strike++) {
        for (const one of searches)
          commands.push(one(strikes.longitudes[strike] as number, strikes.latitudes[strike] as number))
      }
      redis.send(commands)
    }
    sendFrom(0)
    for (let from = 0; from < count; from += batch) {
      if (from + batch < count) sendFrom(from + batch)
      let replies = 0
      await redis.read(
        Math.min(batch, count - from) * searches.length,
        value => onValue(from + Math.floor(replies / searches.length), replies % searches.length, value),
        () => {
          replies++
          if (replies % searches.length === 0) ended(from + replies / searches.length - 1)
        },
      )
    }
  }

  const ways: Record<string, (strikes: Places, found: Found) => Promise<void>> = {
    [membersOnly]: (strikes, found) =>
      ask(
        [search(largestRingMiles)],
        strikes,
        (strike, _, place) => {
          const ring = innermostRing(haversineMiles(strikes, strike, places, place))
          if (ring < 4) found.add(place, ring)
        },
        strike => found.end(strike),
      ),
    [withDistance]: (strikes, found) => {
      let place = -1
      return ask(
        [search(largestRingMiles, 'WITHDIST')],
        strikes,
        (_, __, value) => {
          if (place < 0) {
            place = value
            return
          }
          found.add(place, Math.min(3, innermostRing((value / larger) * 0.000621371)))
          place = -1
        },
        strike => found.end(strike),
      )
    },
    [perRing]: (strikes, found) => {
      const inner = new Set<number>()
      return ask(
        ringMiles.map(radius => search(radius)),
        strikes,
        (_, ring, place) => {
          if (!inner.has(place)) found.add(place, ring)
          inner.add(place)
        },
        strike => {
          inner.clear()
          found.end(strike)
        },
      )
    },
  }

  return {
    variants: Object.keys(ways),
    match: (variant, strikes, found) => ways[variant]?.(strikes, found) ?? Promise.reject(new Error(variant)),
    async stop() {
      socket.destroy()
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}
