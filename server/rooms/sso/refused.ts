/** Why somebody was not let in, in words for the administrator. The person is told less. */
export class Refused extends Error {}
