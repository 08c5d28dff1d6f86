import type { TestPerson } from '#server/house/testing'

/** The things that a sample may refer to: the caller, a colleague, and objects of the caller's own customer. */
export interface SampleWorld {
  readonly caller: TestPerson
  readonly colleague: TestPerson
}

export interface Sample {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: Record<string, unknown> | readonly (Record<string, unknown> | number)[]
}
