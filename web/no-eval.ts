import * as z from 'zod/mini'

// The content security policy forbids eval. Schemas look at this when they are made: import it before the contract.
z.config({ jitless: true })
