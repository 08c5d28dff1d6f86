import { ringDash } from './ring-lines.ts'

/** A piece of a ring's line in the current color: the key to pictures and maps. */
export function RingLine({ ring }: { ring: number }) {
  return (
    <svg width="28" height="8" aria-hidden="true">
      <path d="M0 4H28" stroke="currentColor" strokeWidth="3" strokeDasharray={ringDash(ring)} />
    </svg>
  )
}
