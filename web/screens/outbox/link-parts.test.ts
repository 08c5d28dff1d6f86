import { linkParts } from './link-parts.ts'
import { expect, test } from 'vitest'

const links = (text: string) => linkParts(text).flatMap(part => part.href ?? [])

test('an address becomes a link, the full stop after it does not', () => {
  expect(linkParts('Go to https://a.test/x?y=1&z=2. Now.')).toEqual([
    { text: 'Go to ' },
    { text: 'https://a.test/x?y=1&z=2', href: 'https://a.test/x?y=1&z=2' },
    { text: '. Now.' },
  ])
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://a.test', 'www.a.test', 'https://', ''])(
  '%j is no link',
  text => expect(links(text)).toEqual([]),
)

test('nothing of the text is lost', () => {
  const text = '(http://a.test), <https://b.test/"> https://c.test/(d)\nend'
  expect(
    linkParts(text)
      .map(part => part.text)
      .join(''),
  ).toBe(text)
  expect(links(text)).toEqual(['http://a.test', 'https://b.test/', 'https://c.test/(d'])
})
