import * as z from 'zod/mini'

// The content security policy forbids eval. Schemas read this when they are created, so import it before the
// contract.
z.config({ jitless: true })
