import * as z from 'zod/mini'
import type { Call } from '#contract/call'
import { exampleOf, meaningOf } from '#contract/meanings/meanings'

export interface Schema {
  type?: string
  format?: string
  pattern?: string
  enum?: (string | number | boolean)[]
  const?: string | number | boolean
  nullable?: boolean
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
  example?: unknown
  $schema?: string
}

export type DescribedPart = 'params' | 'query' | 'body' | 'reply' | 'current'

/** A field as the documentation shows it; `depth` is its nesting level. */
export interface DocumentedField {
  readonly name: string
  readonly path: string
  readonly depth: number
  readonly type: string
  readonly isRequired: boolean
  readonly meaning: string | undefined
  readonly example: string | undefined
}

function variantsOf(schema: Schema): Schema[] | undefined {
  return schema.anyOf ?? schema.oneOf
}

/** Returns the schema of one part of a call, with a description of every field. */
export function schemaOf(call: Call, part: DescribedPart): Schema {
  const shape = call[part]
  if (!shape) return {}
  const io = part === 'reply' || part === 'current' ? 'output' : 'input'
  const schema = z.toJSONSchema(shape, { io, unrepresentable: 'any', target: 'openapi-3.0' }) as Schema
  delete schema.$schema
  explain(schema, '')
  return schema

  function explain(each: Schema, path: string) {
    for (const variant of variantsOf(each) ?? []) explain(variant, path)
    if (each.items) explain(each.items, path)
    for (const [name, field] of Object.entries(each.properties ?? {})) {
      const place = path === '' ? name : `${path}.${name}`
      const meaning = meaningOf(call.name, place)
      const example = io === 'input' && !field.properties ? exampleOf(call.name, place) : undefined
      if (meaning !== undefined) field.description = meaning
      if (example !== undefined) field.example = example
      explain(field, place)
    }
  }
}

function range({ minimum, maximum }: Schema): string {
  const isBound = (limit: number | undefined) =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER
  if (isBound(minimum) && isBound(maximum)) return ` from ${minimum} to ${maximum}`
  return isBound(minimum) ? ` from ${minimum}` : isBound(maximum) ? ` up to ${maximum}` : ''
}

/** Returns 'a, b or c', without duplicates. */
function anyOf(types: readonly string[]): string {
  const each = [...new Set(types)]
  const last = each.pop() ?? ''
  return each.length > 0 ? `${each.join(', ')} or ${last}` : last
}

function listOf(type: string): string {
  return /^(object|number|instant|date)$/.test(type) ? `list of ${type}s` : `list of ${type}`
}

function plainType(schema: Schema): string {
  const variants = variantsOf(schema)
  if (schema.enum) return anyOf(schema.enum.map(value => JSON.stringify(value)))
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (variants) return anyOf(variants.map(typeInWords))
  if (schema.type === 'array') return schema.items ? listOf(typeInWords(schema.items)) : 'list'
  if (schema.properties || schema.type === 'object') return 'object'
  if (schema.type === 'boolean') return 'true or false'
  if (schema.type === 'integer') return `whole number${range(schema)}`
  if (schema.type === 'number') return `number${range(schema)}`
  if (schema.format === 'date-time') return 'instant'
  if (schema.format === 'date') return 'date'
  if (schema.format === 'uuid') return 'UUID'
  if (/^\^\\d\{[\d,]+\}\$$/.test(schema.pattern ?? '')) return 'whole number'
  if (schema.pattern?.startsWith(String.raw`^-?\d`)) return 'number'
  if (schema.type === 'string')
    return schema.maxLength ? `text, at most ${schema.maxLength} characters` : 'text'
  return 'anything'
}

export function typeInWords(schema: Schema): string {
  return plainType(schema) + (schema.nullable ? ' or null' : '')
}

function exampleInWords({ example, default: usual }: Schema): string | undefined {
  if (example !== undefined) return JSON.stringify(example)
  return usual !== undefined && typeof usual !== 'object' ? JSON.stringify(usual) : undefined
}

/** Lists every field of one part of a call, parents before their children. */
export function describedFields(call: Call, part: DescribedPart): DocumentedField[] {
  const fields = new Map<string, DocumentedField>()
  collect(schemaOf(call, part), '', 0)
  return [...fields.values()]

  function collect(schema: Schema, path: string, depth: number) {
    for (const variant of variantsOf(schema) ?? []) collect(variant, path, depth)
    if (schema.items) collect(schema.items, path, depth)
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const place = path === '' ? name : `${path}.${name}`
      const type = typeInWords(field)
      const known = fields.get(place)
      if (known) {
        // Alternatives repeat their common fields; the field that distinguishes them has a type in each.
        if (!known.type.includes(type)) fields.set(place, { ...known, type: `${known.type} or ${type}` })
      } else {
        fields.set(place, {
          name,
          path: place,
          depth,
          type,
          isRequired: part === 'params' || (schema.required ?? []).includes(name),
          meaning: field.description,
          example: exampleInWords(field),
        })
      }
      collect(field, place, depth + 1)
    }
  }
}
