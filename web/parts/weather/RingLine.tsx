import { ringDash } from './ring-lines.ts'

/** A sample of a ring's line in the current text color, for legends. */
export function RingLine({ ring }: { ring: number }) {
  return (
    <svg width="28" height="8" aria-hidden="true">
      <path d="M0 4H28" stroke="currentColor" strokeWidth="3" strokeDasharray={ringDash(ring)} />
    </svg>
  )
}
