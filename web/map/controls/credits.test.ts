import { creditsOf } from './credits.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test('shows plain text as it is', () => {
  expect(creditsOf('Natural Earth, GeoNames')).toEqual([{ text: 'Natural Earth, GeoNames', href: null }])
})

test('keeps the link of a Protomaps file', () => {
  const given =
    '<a href="https://github.com/protomaps/basemaps">Protomaps</a> &copy; <a href="https://openstreetmap.org" target="_blank">OpenStreetMap</a>'
  expect(creditsOf(given)).toEqual([
    { text: 'Protomaps', href: 'https://github.com/protomaps/basemaps' },
    { text: ' © ', href: null },
    { text: 'OpenStreetMap', href: 'https://openstreetmap.org' },
  ])
})

test.each(['<a href="javascript:alert(1)">x</a>', '<a href="http://x.test">x</a>', '<img src=x>x'])(
  'reduces %s to its text',
  given => expect(creditsOf(given)).toEqual([{ text: 'x', href: null }]),
)

test('links only to web pages, whatever a file contains', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, address) => {
      const credits = creditsOf(`${before}<a href="${address}">text</a>`)
      for (const { href } of credits) if (href !== null) expect(href).toMatch(/^https:\/\//)
    }),
  )
})
