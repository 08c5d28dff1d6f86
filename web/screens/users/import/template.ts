import { csvOf } from '#domain/reports/csv'

export const templateName = 'users-template.csv'

/** The import's columns, with one person to show how they are filled in. */
export const template = csvOf(
  ['First Name', 'Last Name', 'Email', 'Phone', 'Time Zone', 'Permission Level', 'User Group'],
  [['Jane', 'Example', 'jane@example.com', '405 555 0100', 'CST', 'Customer', 'Grounds']],
)
