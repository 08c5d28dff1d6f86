import { csvOf } from '#domain/reports/csv'

export const templateName = 'users-template.csv'

const columns = [
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
]

/** Returns the import's columns, with one example person. */
export function templateFor(group: string, places: readonly string[]): string {
  return csvOf(columns, [
    [
      'Jane',
      'Example',
      'jane@example.com',
      '405 555 0100',
      'Customer',
      group,
      'CST',
      'Yes',
      'No',
      places.join('; '),
    ],
  ])
}
