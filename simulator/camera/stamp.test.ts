import { expect, test } from 'vitest'
import { stampPicture } from './stamp.ts'

function stamped(text: string) {
  const picture = { width: 640, height: 360, rgba: new Uint8Array(640 * 360 * 4).fill(100) }
  stampPicture(picture, text)
  return picture.rgba
}

test('shows the time at the lower edge of an image, different each second', () => {
  const [one, next] = [stamped('19:39:08 UTC'), stamped('19:39:09 UTC')]
  expect(one).not.toEqual(next)
  expect(one).toEqual(stamped('19:39:08 utc'))
  const above = (360 - 22) * 640 * 4
  expect(one.slice(0, above).every(value => value === 100)).toBe(true)
})

test('tolerates a name that is too long or has unsupported letters', () => {
  expect(() => stamped('Ü'.repeat(500))).not.toThrow()
})
