import { fieldErrors, plainReason, RequestRefused } from '#web/data/requests/failures.ts'

/** Fields that show their errors themselves. */
const inline = ['PolicyTypeShortName', 'Threshold', 'AllClearMinutes', 'Sites']

/** Describes a failure in a toast: the server's message if there is one, otherwise ours, and what to do. */
export function policyFailureToast(error: unknown, header: string): { header: string; text?: string } {
  const reported = fieldErrors(error)
  const [first] = reported['ServerErrors'] ?? []
  if (first !== undefined) return { header: first }
  const isUnderAField = error instanceof RequestRefused && inline.some(name => name in reported)
  return { header, text: isUnderAField ? 'Check the fields that are marked.' : plainReason(error) }
}
