import { linkParts } from './link-parts.ts'
import { expect, test } from 'vitest'

const links = (text: string) => linkParts(text).flatMap(part => part.href ?? [])

test('links a URL but not the period after it', () => {
  expect(linkParts('Go to https://a.test/x?y=1&z=2. Now.')).toEqual([
    { text: 'Go to ' },
    { text: 'https://a.test/x?y=1&z=2', href: 'https://a.test/x?y=1&z=2' },
    { text: '. Now.' },
  ])
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://a.test', 'www.a.test', 'https://', ''])(
  'does not link %j',
  text => expect(links(text)).toEqual([]),
)

test('loses none of the text', () => {
  const text = '(http://a.test), <https://b.test/"> https://c.test/(d)\nend'
  expect(
    linkParts(text)
      .map(part => part.text)
      .join(''),
  ).toBe(text)
  expect(links(text)).toEqual(['http://a.test', 'https://b.test/', 'https://c.test/(d'])
})
