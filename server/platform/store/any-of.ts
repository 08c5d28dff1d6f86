import { sql, type RawBuilder } from 'kysely'

/**
 * For `where(column, '=', anyOf(ids, 'bigint'))`: one parameter for any number of values. A list of parameters ends at
 * 65,535, and the statement fails in the storm in which it gets longer than that.
 */
export function anyOf<Value extends string | number>(
  values: readonly Value[],
  type: 'bigint' | 'uuid' | 'text',
): RawBuilder<Value> {
  return sql<Value>`any(${values}::${sql.raw(type)}[])`
}
