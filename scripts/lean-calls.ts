import type { Plugin } from 'vite'

/** Properties that only the server uses, to validate requests and to document itself. */
const serversOwn = new Set(['summary', 'params', 'query', 'body'])

type Node = Span & { readonly type: string } & Readonly<Record<string, unknown>>

/** Reduces each call in the contract to what a browser needs to make it and to read its response. */
export function leanCalls(contractFolder: string): Plugin {
  return {
    name: 'lean-calls',
    apply: 'build',
    transform(code, id) {
      if (!id.startsWith(`${contractFolder}/`)) return null
      return { code: leanCode(code, this.parse(code)), map: null }
    },
  }
}

export function leanCode(code: string, program: unknown): string {
  return spansOf(program as Node)
    .toReversed()
    .reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), code)
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Returns the range of each property that the browser does not need, up to the next property. */
function spansOf(program: Node): Span[] {
  return (program['body'] as Node[])
    .map(statement => (statement['declaration'] ?? statement) as Node)
    .flatMap(statement =>
      statement.type === 'VariableDeclaration' ? (statement['declarations'] as Node[]) : [],
    )
    .flatMap(({ init }) => {
      const made = init as Node | null
      if (made?.type !== 'CallExpression' || (made['callee'] as Node)['name'] !== 'call') return []
      const [spec] = made['arguments'] as Node[]
      if (spec?.type !== 'ObjectExpression') return []
      const properties = spec['properties'] as Node[]
      return properties.flatMap((property, index) => {
        const name = (property['key'] as Node | undefined)?.['name']
        const end = properties[index + 1]?.start ?? spec.end - 1
        return typeof name === 'string' && serversOwn.has(name) ? [{ start: property.start, end }] : []
      })
    })
}
