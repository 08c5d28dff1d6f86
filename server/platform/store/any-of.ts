import { sql, type RawBuilder } from 'kysely'

/**
 * Used as `where(column, '=', anyOf(ids, 'bigint'))`: one parameter for any number of values. A list of parameters is
 * limited to 65,535, so a longer statement would fail in the very storm that makes it longer.
 */
export function anyOf<Value extends string | number>(
  values: readonly Value[],
  type: 'bigint' | 'uuid' | 'text',
): RawBuilder<Value> {
  return sql<Value>`any(${values}::${sql.raw(type)}[])`
}
