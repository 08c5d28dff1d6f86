type Child = Node | string | null | false

/** Creates an element with attributes and children. Null and false are skipped, and text is never parsed as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | null>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  fill(made, attributes, children)
  return made
}

const svgNamespace = 'http://www.w3.org/2000/svg'

export function drawing<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | null>> = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS(svgNamespace, tag)
  fill(made, attributes, children)
  return made
}

function fill(
  made: Element,
  attributes: Readonly<Record<string, string | null>>,
  children: readonly Child[],
) {
  for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, value)
  made.append(...children.filter(child => child !== null && child !== false))
}

/** Writes text only if it changed, because a screen reader would read the same text again. */
export function setText(target: Element, text: string) {
  if (target.textContent !== text) target.textContent = text
}

export function setAttribute(target: Element, name: string, value: string) {
  if (target.getAttribute(name) !== value) target.setAttribute(name, value)
}
