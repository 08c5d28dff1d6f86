/** An element with its namespace resolved. */
export interface XmlElement {
  readonly name: string
  readonly namespace: string
  /** Attributes without a prefix by name; others as `{namespace}name`. */
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** The text directly inside the element. */
  readonly text: string
  readonly parent: XmlElement | null
}

/** Thrown if a document is rejected. The message is the reason. */
export class NotStrictXml extends Error {}

export interface XmlOptions {
  /**
   * A comment can cause a signed document to be read differently, so comments are rejected unless allowed explicitly.
   */
  readonly comments?: 'skipped'
}

const deepest = 60
const mostElements = 20_000
const mostAttributes = 100

const name = String.raw`[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?`
const declaration = /^\uFEFF?<\?xml\s[^<>]*?\?>/
const tokens = {
  text: /[^<&]+/y,
  reference: /&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(amp|lt|gt|quot|apos));/y,
  comment: /<!--(?!>|->)((?:(?!--)[^])*)-->/y,
  close: new RegExp(String.raw`</(${name})\s*>`, 'y'),
  open: new RegExp(`<(${name})`, 'y'),
  attribute: new RegExp(String.raw`\s+(${name})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')`, 'y'),
  end: /\s*(\/?)>/y,
} as const

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

// oxlint-disable-next-line no-control-regex -- these are what XML forbids
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/

function codePoint(value: number): string {
  const isCharacter =
    value === 9 ||
    value === 10 ||
    value === 13 ||
    (value >= 32 && value <= 0x10ffff && !(value >= 0xd800 && value <= 0xdfff))
  if (!isCharacter) throw new NotStrictXml('It refers to a character that does not exist')
  return String.fromCodePoint(value)
}

function referred(match: RegExpExecArray): string {
  const [, decimal, hexadecimal, known = ''] = match
  if (decimal !== undefined) return codePoint(Number(decimal))
  if (hexadecimal !== undefined) return codePoint(Number.parseInt(hexadecimal, 16))
  return named[known] ?? ''
}

function attributeValue(raw: string): string {
  return raw.replace(/[\t\n]/g, ' ').replace(/&[^;]*;?/g, text => {
    tokens.reference.lastIndex = 0
    const match = tokens.reference.exec(text)
    if (!match || match[0] !== text) throw new NotStrictXml('It refers to something that is not defined')
    return referred(match)
  })
}

interface Building {
  readonly raw: string
  readonly element: XmlElement & { readonly children: XmlElement[]; text: string }
  readonly scope: ReadonlyMap<string, string>
}

function resolve(raw: string, scope: ReadonlyMap<string, string>, isAttribute: boolean) {
  const [first = '', second] = raw.split(':')
  const prefix = second === undefined ? '' : first
  const namespace = prefix === '' && isAttribute ? '' : scope.get(prefix)
  if (namespace === undefined && prefix !== '')
    throw new NotStrictXml('It uses a prefix that is not declared')
  return { name: second ?? first, namespace: namespace ?? '' }
}

/**
 * Parses a minimal XML: one tree, without document types, processing instructions, CDATA sections or custom entities.
 * Anything that two parsers might read differently is rejected, not guessed.
 */
export function readStrictXml(given: string, { comments }: XmlOptions = {}): XmlElement {
  if (forbidden.test(given)) throw new NotStrictXml('It has characters that are not allowed')
  const text = given.replace(/\r\n?/g, '\n').trimEnd()
  const stack: Building[] = []
  let root: XmlElement | undefined
  let count = 0
  let at = declaration.exec(text)?.[0].length ?? 0

  function take(kind: keyof typeof tokens): RegExpExecArray | null {
    const pattern = tokens[kind]
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) at = pattern.lastIndex
    return match
  }

  function addText(more: string) {
    const inside = stack.at(-1)
    if (inside) inside.element.text += more
    else if (more.trim() !== '') throw new NotStrictXml('There is text outside its root element')
  }

  function open(raw: string) {
    if (stack.length === 0 && root) throw new NotStrictXml('It has more than one root element')
    if (stack.length >= deepest || ++count > mostElements) throw new NotStrictXml('It is too large')
    const written = new Map<string, string>()
    for (let match = take('attribute'); match; match = take('attribute')) {
      const [, attribute = '', double, single] = match
      if (written.has(attribute)) throw new NotStrictXml('It has the same attribute twice')
      if (written.size >= mostAttributes) throw new NotStrictXml('It is too large')
      written.set(attribute, attributeValue(double ?? single ?? ''))
    }
    const end = take('end')
    if (!end) throw new NotStrictXml('An element is not well-formed')

    const parent = stack.at(-1)
    const scope = new Map(parent?.scope ?? [['xml', xmlNamespace]])
    for (const [attribute, value] of written) {
      if (attribute === 'xmlns') scope.set('', value)
      else if (attribute.startsWith('xmlns:')) {
        if (value === '' || attribute === 'xmlns:xml')
          throw new NotStrictXml('A namespace is not well-formed')
        scope.set(attribute.slice('xmlns:'.length), value)
      }
    }
    const attributes = new Map<string, string>()
    for (const [attribute, value] of written) {
      if (attribute === 'xmlns' || attribute.startsWith('xmlns:')) continue
      const { name: local, namespace } = resolve(attribute, scope, true)
      const key = namespace === '' ? local : `{${namespace}}${local}`
      if (attributes.has(key)) throw new NotStrictXml('It has the same attribute twice')
      attributes.set(key, value)
    }
    const element = {
      ...resolve(raw, scope, false),
      attributes,
      children: [],
      text: '',
      parent: parent?.element ?? null,
    }
    parent?.element.children.push(element)
    root ??= element
    if (end[1] !== '/') stack.push({ raw, element, scope })
  }

  while (at < text.length) {
    const plain = take('text')
    if (plain) {
      if (plain[0].includes(']]>')) throw new NotStrictXml('It has a section that is not plain text')
      addText(plain[0])
      continue
    }
    const reference = take('reference')
    if (reference) {
      addText(referred(reference))
      continue
    }
    if (text.startsWith('<!DOCTYPE', at)) throw new NotStrictXml('It has a document type')
    if (text.startsWith('<!--', at)) {
      if (comments !== 'skipped') throw new NotStrictXml('It has a comment')
      if (!take('comment')) throw new NotStrictXml('A comment is not well-formed')
      continue
    }
    if (text.startsWith('<!', at)) throw new NotStrictXml('It has a section that is not plain text')
    if (text.startsWith('<?', at)) throw new NotStrictXml('It has a processing instruction')
    const close = take('close')
    if (close) {
      if (stack.pop()?.raw !== close[1]) throw new NotStrictXml('Its elements are not closed in order')
      continue
    }
    const opened = take('open')
    if (!opened)
      throw new NotStrictXml(
        text[at] === '&' ? 'It refers to something that is not defined' : 'It is not well-formed',
      )
    open(opened[1] ?? '')
  }
  if (!root || stack.length > 0) throw new NotStrictXml('It is not complete')
  return root
}

/** Returns an element and all its descendants. */
export function everyElement(element: XmlElement): XmlElement[] {
  return [element, ...element.children.flatMap(everyElement)]
}

export function childrenNamed(element: XmlElement, namespace: string, wanted: string): XmlElement[] {
  return element.children.filter(child => child.namespace === namespace && child.name === wanted)
}
