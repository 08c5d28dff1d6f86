import { describe, expect, test } from 'vitest'
import { childrenNamed, everyElement, NotStrictXml, readStrictXml } from './strict-xml.ts'

describe('strict XML', () => {
  test('reads namespaces, attributes and references', () => {
    const root = readStrictXml(
      '<?xml version="1.0" encoding="UTF-8"?>\n<a:r xmlns:a="urn:a" xmlns="urn:b" x="1&amp;2" a:y=\'"\'>\r\n<c>1 &lt; &#50;&#x21;</c><a:c/></a:r>\n',
    )
    expect([root.namespace, root.name, root.attributes.get('x'), root.attributes.get('{urn:a}y')]).toEqual([
      'urn:a',
      'r',
      '1&2',
      '"',
    ])
    expect(childrenNamed(root, 'urn:b', 'c')[0]?.text).toBe('1 < 2!')
    expect(everyElement(root).map(element => element.namespace)).toEqual(['urn:a', 'urn:b', 'urn:a'])
  })

  test.each([
    ['<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><r>&e;</r>', 'document type'],
    ['<r>a<!-- b -->c</r>', 'comment'],
    ['<r>a<?x y?>c</r>', 'processing instruction'],
    ['<?x y?><r/>', 'processing instruction'],
    ['<r><![CDATA[a]]></r>', 'not plain text'],
    ['<r>&e;</r>', 'not defined'],
    ['<r x="&e;"/>', 'not defined'],
    ['<r x="a" x="b"/>', 'attribute twice'],
    ['<r xmlns:a="u" xmlns:b="u" a:x="1" b:x="2"/>', 'attribute twice'],
    ['<r><a></r></a>', 'not closed in order'],
    ['<r/><r/>', 'more than one root'],
    ['<r/>text', 'outside'],
    ['<a:r/>', 'not declared'],
    ['<r', 'not well-formed'],
    ['<r>', 'not complete'],
    ['', 'not complete'],
    ['<r>&#0;</r>', 'character'],
    ['<r>\u0001</r>', 'characters'],
    ['<r>'.repeat(100), 'too large'],
    [`<r ${Array.from({ length: 200 }, (_, index) => `a${index}=""`).join(' ')}/>`, 'too large'],
  ])('rejects %s', (text, because) => {
    expect(() => readStrictXml(text)).toThrow(NotStrictXml)
    expect(() => readStrictXml(text)).toThrow(because)
  })

  test('allows comments only on request, and they are not text', () => {
    expect(readStrictXml('<!-- a --><r>b<!-- c -->d</r>', { comments: 'skipped' }).text).toBe('bd')
  })

  test('is rejected in time linear in its length', () => {
    for (const bad of ['<r a="', '<r>&', '<r><!--', '<r ', '<'])
      expect(() => readStrictXml(bad + ' x'.repeat(200_000), { comments: 'skipped' })).toThrow(NotStrictXml)
  }, 2000)
})
