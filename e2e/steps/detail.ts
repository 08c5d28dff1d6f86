/**
 * Marks tests of a flow's details: further failures, keyboards, screen readers and phones. `npm test` runs the
 * first test of each flow and everything All Clear depends on. These run with `npm test -- details` and before
 * every merge.
 */
export const detail = { tag: '@detail' }
