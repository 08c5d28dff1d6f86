// In its own file: people are shown with their group, and groups with their number of people.
export const peopleKey = ['user', 'customer'] as const
export const groupsKey = ['site'] as const
