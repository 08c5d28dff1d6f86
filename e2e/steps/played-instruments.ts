import { createSocket } from 'node:dgram'
import { expect, type Page } from '@playwright/test'
import mqtt from 'mqtt'
import { shown } from './instrument-page.ts'
import { playLines, type playPolled } from './played-units.ts'
import type { MakeId } from '#domain/instruments/makes'
import { stationTime } from '#server/house/tests/instruments/instruments.testing'

/** The weather while a message is sent. */
export interface Moment {
  readonly timeMs: number
  readonly temperatureC: number
  /** Counted by the station's own gauge since its midnight. */
  readonly rainInches: number
  /** Counted by a gauge since it was switched on. */
  readonly countedInches: number
  readonly particles: number
  readonly strikeMiles: number
}

export interface Stage {
  readonly baseURL: string
  readonly udpPort: number
  readonly polled: Awaited<ReturnType<typeof playPolled>>
  readonly now: () => Moment
}

export interface Played {
  /** The values that a person enters besides the name, by label. */
  readonly entered?: Readonly<Record<string, string>>
  /** Reads the settings that the page shows for the instrument, and returns how it sends a message. */
  connect(page: Page): Promise<() => Promise<void>>
  /** The content that the page then shows: rows of values, and the last strike. */
  shows(moment: Moment): { readonly rows?: readonly RegExp[]; readonly strike?: RegExp }
  stop?(): void
}

const longestTryMs = 10_000
const mmPerInch = 25.4
const kmPerMile = 1.609344
const fahrenheit = ({ temperatureC }: Moment) => (temperatureC * 1.8 + 32).toFixed(1)
const rainMm = ({ rainInches }: Moment) => rainInches * mmPerInch
const seconds = ({ timeMs }: Moment) => Math.floor(timeMs / 1000)

const temperature = (moment: Moment) => new RegExp(`^Temperature ${fahrenheit(moment)} °F as sent`)
const weather = (moment: Moment) => ({
  rows: [temperature(moment), new RegExp(`^Rain today ${moment.rainInches.toFixed(2)} in as sent`)],
})
const particles = (moment: Moment) => ({
  rows: [new RegExp(`^Particles \\(PM2.5\\) ${moment.particles}\\.0 µg/m³ as sent`)],
})
const strike = ({ strikeMiles }: Moment) => ({
  strike: new RegExp(`Last strike .+ ago, about ${strikeMiles} mi away`),
})

/** Uploads as a station does: retries until the server, which may be busy, has accepted it. */
async function upload(url: string, init: RequestInit = {}) {
  await expect(async () => {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(longestTryMs) })
    expect(answer.status).toBe(200)
  }).toPass()
}

async function publish(page: Page): Promise<(topic: string, text: string) => Promise<void>> {
  const [host, port, username, password] = await Promise.all(
    ['Broker', 'Port', 'User name', 'Password'].map(label => shown(page, label)),
  )
  return (topic, text) => publishAt(`mqtt://${username}:${password}@${host}:${port}`, topic, text)
}

async function publishAt(address: string, topic: string, text: string) {
  await expect(async () => {
    // After a skip, the broker may disconnect midway. Both promises would then wait forever.
    const options = { protocolVersion: 4, reconnectPeriod: 0, connectTimeout: longestTryMs } as const
    const client = await mqtt.connectAsync(address, options, false)
    const closed = new Promise<never>((_resolve, reject) =>
      client.once('close', () => reject(new Error('The broker hung up'))),
    )
    closed.catch(() => {}) // the client also closes after a success
    try {
      await Promise.race([client.publishAsync(topic, text, { qos: 1 }), closed])
    } finally {
      client.end(true)
    }
  }).toPass()
}

/** An instrument that the server polls. Sending means waiting for the next poll. */
function polled(stage: Stage, path: string, answer: (moment: Moment) => unknown): Played['connect'] {
  stage.polled.answer(path, () => answer(stage.now()))
  return async () => async () => {
    const before = stage.polled.asked(path)
    await expect.poll(() => stage.polled.asked(path)).toBeGreaterThan(before)
  }
}

const form = (fields: Readonly<Record<string, string | number>>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
const consoleFields = (moment: Moment) => ({
  dateutc: stationTime(moment.timeMs),
  tempf: fahrenheit(moment),
  humidity: 60,
  windspeedmph: 5,
  winddir: 225,
  dailyrainin: moment.rainInches,
})

/** Returns a detector's line with its checksum: the sum of all bytes before the star. */
function boltekLine(moment: Moment): string {
  const text = `$WIMLI,${moment.strikeMiles},${moment.strikeMiles},120.5`
  const sum = Buffer.from(text).reduce((total, byte) => total + byte, 0) & 0xff
  return `${text}*${sum.toString(16).toUpperCase().padStart(2, '0')}`
}

async function lines(line: () => string): Promise<Pick<Played, 'entered' | 'connect' | 'stop'>> {
  const unit = await playLines(line)
  return {
    entered: { Address: unit.address },
    stop: () => unit.stop(),
    async connect() {
      return async () => {
        const before = unit.sent()
        unit.send()
        await expect.poll(unit.sent).toBeGreaterThan(before)
      }
    },
  }
}

/** How an instrument of each make sends. */
export const playedInstruments: Readonly<Record<MakeId, (stage: Stage) => Played | Promise<Played>>> = {
  wunderground: ({ now, baseURL }) => ({
    shows: weather,
    async connect(page) {
      const path = await shown(page, 'Path')
      const login = { ID: await shown(page, 'Station ID'), PASSWORD: await shown(page, 'Station Key') }
      return () => upload(`${baseURL}${path}${form({ ...login, ...consoleFields(now()) })}`)
    },
  }),
  ecowitt: ({ now, baseURL }) => ({
    shows: moment => ({ ...weather(moment), ...strike(moment) }),
    async connect(page) {
      const path = await shown(page, 'Path')
      return () => {
        const lightning = Math.round(now().strikeMiles * kmPerMile)
        const struck = { lightning, lightning_time: seconds(now()), lightning_num: 1 }
        return upload(baseURL + path, { method: 'POST', body: form({ ...consoleFields(now()), ...struck }) })
      }
    },
  }),
  ambient: ({ now, baseURL }) => ({
    shows: weather,
    async connect(page) {
      const path = await shown(page, 'Path')
      return () => upload(`${baseURL}${path}${form({ PASSKEY: 'AA:BB', ...consoleFields(now()) })}`)
    },
  }),
  tempest: ({ now, udpPort }) => {
    const socket = createSocket('udp4').unref()
    let sending: NodeJS.Timeout | undefined
    function send() {
      const { temperatureC } = now()
      const values = [seconds(now()), 1, 2, 3, 225, 6, 980, temperatureC, 60, 0, 0, 0, 0.1, 1, 0, 0, 2.6, 1]
      const text = JSON.stringify({ serial_number: 'ST-00000512', type: 'obs_st', obs: [values] })
      socket.send(text, udpPort, '127.0.0.1')
    }
    return {
      entered: { 'Serial number': 'ST-00000512' },
      shows: moment => ({ rows: [temperature(moment), /^Rain rate 0\.24 in\/h as sent/] }),
      // Lost datagrams are not repeated, and after a skip the server's socket is closed until the server is the leader
      // again. A real hub keeps sending, and so does this one.
      async connect() {
        sending = setInterval(send, 2000)
        return async () => send()
      },
      stop() {
        clearInterval(sending)
        socket.close()
      },
    }
  },
  'tempest-cloud': stage => ({
    entered: { 'Station number': '36910', 'Access token': 'a-token' },
    shows: weather,
    connect: polled(stage, '/swd/rest/observations/station/36910', moment => ({
      status: { status_code: 0 },
      obs: [
        {
          timestamp: seconds(moment),
          air_temperature: moment.temperatureC,
          precip_accum_local_day: rainMm(moment),
        },
      ],
    })),
  }),
  weatherlink: stage => ({
    entered: { Address: stage.polled.address },
    shows: weather,
    connect: polled(stage, '/v1/current_conditions', moment => {
      const gauge = { rain_size: 1, rainfall_daily: Math.round(moment.rainInches * 100) }
      const station = { data_structure_type: 1, rx_state: 0, temp: Number(fahrenheit(moment)), ...gauge }
      return { data: { ts: seconds(moment), conditions: [station] } }
    }),
  }),
  purpleair: stage => ({
    entered: { Address: stage.polled.address },
    shows: particles,
    connect: polled(stage, '/json', moment => {
      // The inverse of the correction, so that the page shows a round number.
      const raw = (moment.particles - 5.75 + 0.086 * 50) / 0.52
      return { pm2_5_cf_1: raw, pm2_5_cf_1_b: raw, current_humidity: 50, place: 'outside' }
    }),
  }),
  airgradient: stage => ({
    entered: { Address: stage.polled.address },
    shows: particles,
    connect: polled(stage, '/measures/current', moment => ({
      pm02: moment.particles + 2,
      pm02Compensated: moment.particles,
      model: 'O-1PST',
    })),
  }),
  weewx: ({ now }) => ({
    shows: weather,
    async connect(page) {
      const config = await shown(page, 'In weewx.conf')
      const value = (name: string) => new RegExp(`${name} = (\\S+)`).exec(config)?.[1] ?? ''
      return () => {
        const text = { dateTime: String(seconds(now())), outTemp_F: fahrenheit(now()) }
        const message = JSON.stringify({ ...text, dayRain_in: String(now().rainInches) })
        return publishAt(value('server_url'), `${value('topic')}/loop`, message)
      }
    },
  }),
  cumulusmx: ({ now }) => ({
    shows: weather,
    async connect(page) {
      const send = await publish(page)
      const template = JSON.parse(await shown(page, 'Template')) as {
        topics: { topic: string; data: string }[]
      }
      const units = { tempunitnodeg: 'C', windunit: 'km/h', pressunit: 'hPa', rainunit: 'mm' }
      return async () => {
        const values = { temp: now().temperatureC.toFixed(1), rfall: rainMm(now()).toFixed(3) }
        const tags: Readonly<Record<string, string>> = { ...units, ...values, SensorContactLost: '0' }
        for (const { topic, data } of template.topics)
          await send(
            topic,
            data.replace(/<#(\w+)[^>]*>/g, (_all, tag: string) => tags[tag] ?? '---'),
          )
      }
    },
  }),
  'home-assistant': ({ now }) => ({
    shows: weather,
    async connect(page) {
      const config = await shown(page, 'In configuration.yaml')
      const [, url = ''] = /url: (\S+)/.exec(config) ?? []
      const [, authorization = ''] = /authorization: (.+)/.exec(config) ?? []
      return () => {
        const body = { temperatureF: fahrenheit(now()), rainTodayInches: String(now().rainInches) }
        const headers = { authorization, 'content-type': 'application/json' }
        return upload(url, { method: 'POST', headers, body: JSON.stringify(body) })
      }
    },
  }),
  'lightning-sensor': ({ now }) => ({
    shows: strike,
    async connect(page) {
      const [send, topic] = [await publish(page), await shown(page, 'Topic')]
      return () =>
        send(`${topic}/sensor/storm_distance/state`, String(Math.round(now().strikeMiles * kmPerMile)))
    },
  }),
  boltek: async ({ now }) => ({ ...(await lines(() => boltekLine(now()))), shows: strike }),
  vaisala: async ({ now }) => ({
    ...(await lines(
      () => `0R0,Ta=${now().temperatureC.toFixed(1)}C,Rc=${(now().countedInches * mmPerInch).toFixed(3)}M`,
    )),
    // Rain that the station counted before our midnight belongs to another day.
    shows: moment => ({
      rows: [
        temperature(moment),
        new RegExp(`^Rain counter ${moment.countedInches.toFixed(2)} in`),
        ...(moment.countedInches > 2 ? [/^Rain today 0\.02 in/] : []),
      ],
    }),
  }),
  campbell: stage => ({
    entered: {
      'Address of a table': `http://${stage.polled.address}/logger?command=dataquery&uri=dl:T&format=json&mode=most-recent&p1=2`,
    },
    shows: moment => ({ rows: [temperature(moment), /^Rain rate 0\.60 in\/h as sent/] }),
    connect: polled(stage, '/logger', moment => {
      const fields = [
        { name: 'AirTC_Avg', units: 'Deg C', process: 'Avg' },
        { name: 'Rain_mm_Tot', units: 'mm', process: 'Tot' },
      ]
      const record = (minutesAgo: number) => ({
        time: new Date(moment.timeMs - minutesAgo * 60_000).toISOString().slice(0, 19),
        vals: [moment.temperatureC, 2.54],
      })
      return { head: { environment: { model: 'CR6' }, fields }, data: [record(10), record(0)] }
    }),
  }),
  xweather: stage => ({
    entered: { 'API key': 'client:secret' },
    shows: strike,
    connect: polled(stage, '/lightning/closest', moment => {
      const loc = { lat: 35.2058 + moment.strikeMiles / 69, long: -97.4423 }
      const ob = { timestamp: seconds(moment), pulse: { type: 'cg', peakamp: -20_000 } }
      return { success: true, error: null, response: [{ id: `s${moment.timeMs}`, loc, ob }] }
    }),
  }),
  json: ({ now }) => ({
    shows: weather,
    async connect(page) {
      const url = await shown(page, 'Address')
      const send = () => {
        const body = JSON.stringify({ outside: { t: now().temperatureC }, rain: rainMm(now()) })
        return upload(url, { method: 'POST', body })
      }
      await send()
      const fields = page.getByRole('region', { name: 'Which field holds which value' })
      await fields.getByLabel('What outside.t is').selectOption('Temperature')
      await fields.getByLabel('Unit of outside.t').selectOption('°C')
      await fields.getByLabel('What rain is').selectOption('Rain today')
      await fields.getByLabel('Unit of rain').selectOption('mm')
      await fields.getByRole('button', { name: 'Save fields' }).click()
      await expect(page.getByText('Instrument saved')).toBeVisible()
      return send
    },
  }),
}
