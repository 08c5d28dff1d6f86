import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  emailAddress,
  idNumber,
  idText,
  instant,
  latitude,
  latitudeText,
  line,
  longitude,
  longitudeText,
  pageQuery,
  personId,
  version,
} from './shapes.ts'

const uuid = '7d444840-9dc0-41d1-b245-5ffdce74fad2'

describe('shapes', () => {
  test.each<[string, z.ZodMiniType, unknown, unknown]>([
    ['an id in a path becomes a number', idText, '42', 42],
    ['a person’s id', personId, uuid, uuid],
    ['a line is trimmed', line(10), '  hello ', 'hello'],
    ['a line in any script', line(10), 'Žižkov 天気', 'Žižkov 天気'],
    ['an email address is trimmed', emailAddress, ' a@example.org ', 'a@example.org'],
    ['a latitude', latitude, -90, -90],
    ['a longitude', longitude, 180, 180],
    ['a latitude in a query becomes a number', latitudeText, '35.25', 35.25],
    ['a longitude in a query becomes a number', longitudeText, '-97.48', -97.48],
    ['an instant in UTC', instant, '2026-06-01T12:00:00.000Z', '2026-06-01T12:00:00.000Z'],
    ['a page has 25 rows unless told', pageQuery, {}, { count: 25 }],
    [
      'a page of a chosen size from a place',
      pageQuery,
      { count: '100', before: '7' },
      { count: 100, before: 7 },
    ],
  ])('taken: %s', (_, shape, given, taken) => {
    expect(z.parse(shape, given)).toEqual(taken)
  })

  test.each<[string, z.ZodMiniType, unknown]>([
    ['an id that is no number', idText, 'x'],
    ['an id below zero', idText, '-1'],
    ['an id with a fraction', idText, '1.5'],
    ['an id that no number holds', idText, '9'.repeat(16)],
    ['an id that is text in a body', idNumber, '1'],
    ['an id of zero in a body', idNumber, 0],
    ['a person’s id that is a number', personId, '1'],
    ['an empty line', line(10), '   '],
    ['a line that is too long', line(10), 'x'.repeat(11)],
    ['a line with a line break', line(10), 'a\nb'],
    ['a line with a null', line(10), 'a\u0000b'],
    ['no email address', emailAddress, 'nobody'],
    ['an email address of 255 characters', emailAddress, `${'x'.repeat(243)}@example.org`],
    ['a latitude beyond the pole', latitude, 90.01],
    ['a longitude beyond the date line', longitude, -180.01],
    ['a latitude that is text in a body', latitude, '35'],
    ['a latitude beyond the pole in a query', latitudeText, '91'],
    ['a longitude in another notation', longitudeText, '1e2'],
    ['a longitude that is empty', longitudeText, ''],
    ['an instant without a zone', instant, '2026-06-01T12:00:00'],
    ['a page of none', pageQuery, { count: '0' }],
    ['a page of 101', pageQuery, { count: '101' }],
    ['a page with more to it', pageQuery, { size: '10' }],
  ])('refused: %s', (_, shape, given) => {
    expect(z.safeParse(shape, given).success).toBe(false)
  })

  test.each([
    ['text', '1', 'must be a whole number'],
    ['a fraction', 1.5, 'must be a whole number'],
    ['zero', 0, 'must be at least 1'],
  ])('a version that is %s is refused in words', (_, given, because) => {
    expect(z.safeParse(version, given).error?.issues[0]?.message).toBe(because)
  })
})
