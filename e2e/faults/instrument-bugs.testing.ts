import type { SeededBug } from './seeded-bug.testing.ts'

const customerStrikes = 'server/rooms/lightning/customer-strikes.test.ts'

/** Bugs in what customers' own instruments are allowed to do. */
export const instrumentBugs: readonly SeededBug[] = [
  {
    name: 'a strike of one customer’s sensor counts for another customer',
    file: 'domain/lightning/strike.ts',
    from: 'customerId === undefined || customerId === ofCustomer',
    to: 'customerId === undefined || ofCustomer > 0',
    caughtBy: customerStrikes,
  },
  {
    name: 'a strike on a circle counts only where its sensor is',
    file: 'domain/lightning/strike-range.ts',
    from: 'return Math.max(0, Math.abs(centerMiles - circleMiles) - slack)',
    to: 'return Math.max(0, centerMiles - slack)',
    caughtBy: customerStrikes,
  },
]
