// Apart from what asks for them: people are shown with their group, and groups with how many people they have.
export const peopleKey = ['user', 'customer'] as const
export const groupsKey = ['site'] as const
