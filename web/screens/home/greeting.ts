/** A greeting for the hour at the person's own place. */
export function greetingAt(hour: number): string {
  if (hour < 4) return 'Good night'
  if (hour < 12) return 'Good morning'
  if (hour < 18) return 'Good afternoon'
  return 'Good evening'
}
