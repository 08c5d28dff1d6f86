import { isOwnImage } from './image-choice.ts'
import { expect, test } from 'vitest'

const origin = 'https://sky.test'
const own = '/api/WeatherStation/Image/7?expires=200&key=new'

test.each([
  ['/api/WeatherStation/Image/7?expires=100&key=old', true],
  ['https://sky.test/api/WeatherStation/Image/7', true],
  ['/api/WeatherStation/Image/8?expires=200&key=new', false],
  ['https://elsewhere.test/api/WeatherStation/Image/7', false],
  ['//elsewhere.test/api/WeatherStation/Image/7', false],
  ['http://sky.test/api/WeatherStation/Image/7', false],
  ['/api/WeatherStation/Image/7/../8', false],
  ['javascript:alert(1)', false],
  ['https://', false],
  ['', false],
])('%s: %s', (asked, isOwn) => {
  expect(isOwnImage(asked, own, origin)).toBe(isOwn)
})

test('accepts another server’s image if the station uses it, and none without a camera', () => {
  const camera = 'https://camera.test/7.jpg'
  expect(isOwnImage('https://camera.test/7.jpg?x=1', camera, origin)).toBe(true)
  expect(isOwnImage('/7.jpg', camera, origin)).toBe(false)
  expect(isOwnImage(camera, null, origin)).toBe(false)
})
