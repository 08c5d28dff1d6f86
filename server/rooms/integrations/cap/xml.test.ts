import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { capMessages, type CapEvent } from '#domain/integrations/cap'
import { placeEventTypes } from '#domain/integrations/place-event'
import { capSchema } from './cap-schema.testing.ts'
import { alertXml, atomXml, declaration, type CapSource } from './xml.ts'

const source: CapSource = {
  sender: 'place-7@weather.example.org',
  senderName: 'Skywarden for Parks & <Schools>',
  place: { name: 'Stadium “North” & Pool', latitude: 35.2058, longitude: -97.4423 },
  isRehearsal: false,
}
const atMs = Date.UTC(2026, 5, 1, 18)
const words = (simulated: boolean): CapEvent[] =>
  placeEventTypes.flatMap((type, index): CapEvent[] => {
    const begins = type === 'ALL_CLEAR' ? 'DELAY' : type === 'CLEAR' ? 'WARNING' : null
    const topic = `topic ${index}`
    const own = {
      topic,
      atMs: atMs + index * 60_000,
      holdsUntilMs: null,
      because: 'A < B & \u0007C',
      simulated,
    }
    const details = { radiusMiles: 8, policyName: 'Wind Gust', event: 'Flood Warning', severity: 'Severe' }
    return [
      ...(begins ? [{ ...own, id: index * 2 + 1, sequence: 1, type: begins, details } as const] : []),
      { ...own, id: index * 2 + 2, sequence: 2, type, details },
    ]
  })

async function faultsOf(contents: string): Promise<string[]> {
  const xml = [{ fileName: 'alert.xml', contents }]
  const { errors } = await validateXML({ xml, schema: [{ fileName: 'cap.xsd', contents: capSchema }] })
  return errors.map(({ message }) => message)
}

test.each([true, false])('every message is valid CAP 1.2 (simulated: %s)', async simulated => {
  const messages = capMessages(words(simulated))
  expect(messages).toHaveLength(8)
  for (const message of messages) {
    const xml = alertXml(source, message)
    expect(await faultsOf(declaration + xml), xml).toEqual([])
    expect(xml).toContain(simulated ? '<status>Exercise</status>' : '<status>Actual</status>')
  }
})

test('the schema rejects a time with Z, an unknown code and a missing sender', async () => {
  const xml = declaration + alertXml(source, capMessages(words(false))[0]!)
  for (const wrong of [
    xml.replace(/<sent>[^<]*/, '<sent>2026-06-01T18:00:00Z'),
    xml.replace('<status>Actual', '<status>Real'),
    xml.replace(/<sender>[^<]*<\/sender>/, ''),
  ])
    expect(await faultsOf(wrong)).not.toEqual([])
})

test('a message that ends an episode references all its messages, by sender, identifier and time', () => {
  const cancel = capMessages(words(false)).find(({ msgType }) => msgType === 'Cancel')!
  const [begun] = cancel.references
  expect(alertXml(source, cancel)).toContain(
    `<references>${source.sender},${source.sender}.${begun?.id},2026-06-01T18:0`,
  )
})

test('the feed is well-formed and contains its messages and its status text', async () => {
  const feed = atomXml({
    source,
    url: 'https://weather.example.org/feeds/cap/key',
    status: 'Lightning: unknown',
    updatedMs: atMs,
    messages: capMessages(words(true)),
  })
  const { errors } = await validateXML({
    xml: [{ fileName: 'feed.xml', contents: feed }],
    extension: 'schema',
    schema: [
      {
        fileName: 'any.xsd',
        contents: `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2005/Atom">
          <xs:element name="feed"><xs:complexType><xs:sequence>
          <xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/></xs:sequence></xs:complexType></xs:element>
          </xs:schema>`,
      },
    ],
  })
  expect(errors).toEqual([])
  expect(feed).toContain('<subtitle>Lightning: unknown</subtitle>')
  expect(feed.match(/<entry>/g)).toHaveLength(8)
  expect(feed).toContain('EXERCISE: ')
})
