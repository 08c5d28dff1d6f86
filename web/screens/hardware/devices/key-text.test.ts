import { brokerAddresses, hexOf } from './key-text.ts'
import { expect, test } from 'vitest'

test('converts a key to the same key in hexadecimal', () => {
  const key = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
  expect(hexOf(key)).toBe('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f')
  expect(hexOf('-_8')).toBe('fbff')
})

test('uses the page’s host name in addresses', () => {
  const secure = { protocol: 'https:', host: 'weather.example.org', hostname: 'weather.example.org' }
  const plain = { protocol: 'http:', host: 'localhost:8080', hostname: 'localhost' }
  const own = ['mqtts://{host}:8883', 'mqtt://{host}:1883', 'wss://{host}/mqtt']
  expect(brokerAddresses(own, secure)).toEqual([
    'mqtts://weather.example.org:8883',
    'mqtt://weather.example.org:1883',
    'wss://weather.example.org/mqtt',
  ])
  expect(brokerAddresses(own, plain).at(-1)).toBe('ws://localhost:8080/mqtt')
  expect(brokerAddresses(['mqtts://broker.example.org'], secure)).toEqual(['mqtts://broker.example.org'])
  expect(brokerAddresses([], secure)).toEqual(['wss://weather.example.org/mqtt'])
})
