import { roleNamed } from '#domain/access/roles'
import { csvOf } from '#domain/reports/csv'
import { locationCellOf, type ImportedPlace } from './location-cells.ts'
import type { UserRow } from './store.ts'

/** The columns of a people table, in the order in which they are written. They are read in any order. */
export const columns = [
  'First Name',
  'Last Name',
  'Email',
  'Phone',
  'Permission Level',
  'User Group',
  'Time Zone',
  'Email Notifications',
  'SMS Notifications',
  'Locations',
] as const
export type PeopleColumn = (typeof columns)[number]

const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No')

/** Writes people as a table that can be imported again. */
export function peopleTable(rows: readonly UserRow[], places: readonly ImportedPlace[]): string {
  return csvOf(
    columns,
    rows.map(row => [
      row.first_name,
      row.last_name,
      row.email,
      row.phone_number,
      roleNamed(row.role)?.displayName ?? row.role,
      row.group_name,
      row.time_zone,
      yesOrNo(row.email_notifications),
      yesOrNo(row.sms_notifications),
      locationCellOf(row.organization_location_ids, places),
    ]),
  )
}
