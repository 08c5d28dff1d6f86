import * as z from 'zod/mini'

// The content security policy forbids eval. Schemas read this setting when they are created, so import this file before
// the contract.
z.config({ jitless: true })
