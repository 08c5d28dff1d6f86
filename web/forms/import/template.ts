import { csvOf } from '#domain/reports/csv'

export const templateName = 'users-template.csv'

/** The import's columns, with one person to show how they are filled in. */
export const template = csvOf(
  [
    'First Name',
    'Last Name',
    'Email',
    'Phone',
    'Permission Level',
    'User Group',
    'Time Zone',
    'Email Notifications',
    'SMS Notifications',
  ],
  [['Jane', 'Example', 'jane@example.com', '405 555 0100', 'Customer', 'Grounds', 'CST', 'Yes', 'No']],
)
