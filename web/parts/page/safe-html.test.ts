import { readHtml, type HtmlNode } from './safe-html.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const el = (tag: 'p' | 'strong' | 'ul' | 'li' | 'br' | 'b' | 'i', ...children: HtmlNode[]) => ({
  tag,
  children,
})

test.each<[string, HtmlNode[]]>([
  ['plain', ['plain']],
  ['<p><strong>Now.</strong> Go in.</p>', [el('p', el('strong', 'Now.'), ' Go in.')]],
  ['<ul><li>hail</li><li>rain</li></ul>', [el('ul', el('li', 'hail'), el('li', 'rain'))]],
  ['one<br />two<BR>three', ['one', el('br'), 'two', el('br'), 'three']],
  ['a &lt;b&gt; &amp;amp; &#8212; &#x2014;', ['a <b> &amp; \u{2014} \u{2014}']],
  [
    '<a href="https://x.test/?a=1&amp;b=2">more</a>',
    [{ tag: 'a', href: 'https://x.test/?a=1&b=2', children: ['more'] }],
  ],
  ['<a href="javascript:alert(1)">x</a>', ['x']],
  ['<a href=" jAvAsCrIpT:alert(1)">x</a>', ['x']],
  ['<a href="java&#115;cript:alert(1)">x</a>', ['x']],
  ['<a href="//evil.test">x</a>', ['x']],
  ['<a>x</a>', ['x']],
  ['<img src=x onerror=alert(1)>after', ['after']],
  ['<p onclick="alert(1)" style="x">t</p>', [el('p', 't')]],
  ['<script>alert(1)</script>safe', ['safe']],
  ['<svg><script>alert(1)</script></svg>safe', ['safe']],
  ['<div><p>in</p></div>', [el('p', 'in')]],
  ['<b>one <i>two</b> three', [el('b', 'one ', el('i', 'two')), ' three']],
  ['<p>never closed', [el('p', 'never closed')]],
  ['</p>never opened', ['never opened']],
  ['1 < 2 and <', ['1 < 2 and <']],
  ['<!-- <b>no</b> -->yes', ['yes']],
])('%s', (html, nodes) => expect(readHtml(html)).toEqual(nodes))

test('produces only allowed elements and https URLs from any input', () => {
  const pieces = fc.constantFrom(
    '<',
    '>',
    '</',
    '"',
    "'",
    '<a href="',
    'javascript:',
    'https://x.test',
    '<script>',
    '<p ',
    '=',
    ' on',
    '&#',
    ';',
    'b',
    '<!--',
    '-->',
  )
  const allowed = new Set(['b', 'i', 'em', 'strong', 'p', 'br', 'ul', 'ol', 'li', 'a'])
  const check = (node: HtmlNode): void => {
    if (typeof node === 'string') return
    expect(allowed.has(node.tag)).toBe(true)
    if (node.tag === 'a') expect(new URL(node.href).protocol).toBe('https:')
    node.children.forEach(check)
  }
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), parts => readHtml(parts.join('')).forEach(check)),
  )
})
