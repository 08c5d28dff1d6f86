import {
  localWarnings,
  type Here,
  type SetupSender,
  type Setup,
  type SetupWarning,
  type TypedIn,
} from './setup-shape.ts'

/** Returns the host and port of the first unencrypted address or, without one, of an encrypted address. */
function brokerOf(addresses: readonly string[], { hostname }: Here): { host: string; port: string } | null {
  const address = addresses.find(each => each.startsWith('mqtt:')) ?? addresses[0]
  const [, host = '', port = ''] = /^mqtts?:\/\/([^:/]+):(\d+)/.exec(address ?? '') ?? []
  return port === '' ? null : { host: host.replace('{host}', hostname), port }
}

const noBroker: SetupWarning = {
  title: 'This server accepts no MQTT connections',
  text: 'Its operator has turned its broker off (MQTT_PORT=0) or uses another one. Ask the person who runs it, or send JSON by HTTP.',
}

function mqttSetup(
  { senderId, key, mqttAddresses }: SetupSender,
  here: Here,
  topic: string,
  where: readonly string[],
): Setup {
  const broker = brokerOf(mqttAddresses, here)
  const path = `instruments/${senderId}/${topic}`
  return {
    where,
    fields: [
      { label: 'Broker', text: broker?.host ?? here.hostname },
      { label: 'Port', text: broker?.port ?? '1883' },
      { label: 'User name', text: senderId },
      { label: 'Password', text: key },
      { label: 'Topic', text: path, about: 'Everything under it is accepted, and nothing else.' },
    ],
    curl: null,
    warnings: broker ? localWarnings(here) : [noBroker],
  }
}

export function weewxSetup(sender: SetupSender, here: Here): Setup {
  const { senderId, key } = sender
  const setup = mqttSetup(sender, here, 'weather', [
    'In weewx.conf, with the MQTT extension installed: in the section [StdRESTful], [[MQTT]].',
  ])
  const [broker = '', port = ''] = setup.fields.map(({ text }) => text)
  const topic = setup.fields.at(-1)?.text ?? ''
  const url = `mqtt://${senderId}:${key}@${broker}:${port}/`
  const config = `server_url = ${url}\ntopic = ${topic}\naggregation = aggregate`
  return { ...setup, fields: [{ label: 'In weewx.conf', text: config, isFile: true }] }
}

/**
 * Cumulus's own names for its values, which its templates replace. The values are quoted as text, because Cumulus
 * writes `---` for a missing one.
 */
const cumulusValues = {
  temp: 'temp rc=y',
  hum: 'hum',
  wspeed: 'wspeed rc=y',
  wgust: 'wgust rc=y',
  avgbearing: 'avgbearing',
  press: 'press rc=y',
  rfall: 'rfall rc=y',
  rrate: 'rrate rc=y',
  SensorContactLost: 'SensorContactLost',
  tempunit: 'tempunitnodeg',
  windunit: 'windunit',
  pressunit: 'pressunit',
  rainunit: 'rainunit',
}

export function cumulusSetup(sender: SetupSender, here: Here): Setup {
  const setup = mqttSetup(sender, here, 'weather', [
    'Save the template below as a file in the folder mqtt of Cumulus MX.',
    'In Cumulus MX: Settings, MQTT Settings. Type what follows, choose protocol version 3.1.1, and choose the file under Send messages at fixed intervals.',
  ])
  const data = Object.entries(cumulusValues).map(([name, tag]) => [name, `<#${tag}>`])
  const topic = setup.fields.at(-1)?.text
  const topics = [{ topic, data: JSON.stringify(Object.fromEntries(data)), retain: false, interval: 30 }]
  const template: TypedIn = { label: 'Template', text: JSON.stringify({ topics }, null, 2), isFile: true }
  return { ...setup, fields: [...setup.fields.slice(0, -1), template] }
}

export function lightningSensorSetup(sender: SetupSender, here: Here): Setup {
  return mqttSetup(sender, here, 'lightning', [
    'ESPHome: in the mqtt section, set broker, port, username, password and topic_prefix.',
    'Tasmota: on the page Configure MQTT, set host, port, user and password, and set Full Topic to the topic below with /%prefix%/%topic%/ after it.',
    'rtl_433: -F "mqtt://broker:port,user=…,pass=…,retain=0,events=…" with the topic below as events.',
    'Turn retain off: a retained strike would arrive again with each connection, so it is not counted.',
  ])
}
