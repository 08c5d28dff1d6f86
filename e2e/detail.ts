/**
 * Marks walks into the details of a flow: further failures, keyboards, readers and phones. `npm test` has the first walk
 * of each flow and whatever All Clear depends on; these come with `npm test -- details` and before every landing.
 */
export const detail = { tag: '@detail' }
