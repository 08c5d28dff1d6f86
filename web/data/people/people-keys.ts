// In a separate file, because people are shown with their group, and groups with their number of people.
export const peopleKey = ['user', 'customer'] as const
export const groupsKey = ['site'] as const
