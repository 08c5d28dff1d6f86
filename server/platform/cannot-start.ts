/** A start that only a person can mend: told in one plain line that says what to do, without a stack. */
export class CannotStart extends Error {}

/** The same of a process that was running: what it relied on has been taken away. */
export class CannotGoOn extends CannotStart {}
