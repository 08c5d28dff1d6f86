interface Named {
  readonly firstName: string
  readonly lastName: string
  readonly fullName: string
}

function firstLetter(text: string): string {
  return Array.from(text.trim())[0]?.toUpperCase() ?? ''
}

export function initialsOf({ firstName, lastName, fullName }: Named): string {
  return firstLetter(firstName) + firstLetter(lastName) || firstLetter(fullName) || '?'
}
