/**
 * A startup failure that only a person can fix. It is printed as one plain line that says what to do, without a stack.
 */
export class CannotStart extends Error {}

/** Ends a running process that has lost something it depends on, in the same way. */
export class CannotGoOn extends CannotStart {}
