/** A path's steps: names of own properties, and positions in lists. */
export type PathSteps = readonly (string | number)[]

const mostSteps = 8
const mostLength = 200
const plainName = /^[A-Za-z_$][\w$-]*$/
/** The next step: a plain name or, in brackets, a position in a list or a quoted name. */
const nextStep = /(?:^|(?<=.)\.)([^.[\]"]+)|\[(\d{1,6})\]|\[("(?:[^"\\]|\\.)*")\]/y

/** The steps of a path; null if the text is not one. */
export function stepsOf(path: string): PathSteps | null {
  if (path.length === 0 || path.length > mostLength) return null
  const steps: (string | number)[] = []
  nextStep.lastIndex = 0
  while (nextStep.lastIndex < path.length) {
    const [, name, place, quoted] = nextStep.exec(path) ?? []
    const step = name ?? (place === undefined ? quotedName(quoted) : Number(place))
    if (step === null || steps.length >= mostSteps) return null
    steps.push(step)
  }
  return steps
}

function quotedName(quoted: string | undefined): string | null {
  if (quoted === undefined) return null
  try {
    return String(JSON.parse(quoted))
  } catch {
    // An escape sequence that is not valid in JSON.
    return null
  }
}

/** The text that `stepsOf` parses to the same steps; null if it would be too long. */
export function pathOf(steps: PathSteps): string | null {
  const path = steps
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`
      if (!plainName.test(step)) return `[${JSON.stringify(step)}]`
      return index === 0 ? step : `.${step}`
    })
    .join('')
  return path.length <= mostLength ? path : null
}

/**
 * The item at a path; null if there is none. Considers only own properties, so a path never reaches what JavaScript
 * adds to objects.
 */
export function itemAt(json: unknown, steps: PathSteps): { readonly value: unknown } | null {
  let value = json
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) return null
    if (Array.isArray(value) !== (typeof step === 'number') || !Object.hasOwn(value, step)) return null
    value = (value as Record<string | number, unknown>)[step]
  }
  return { value }
}
