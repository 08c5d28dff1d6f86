import { vi } from 'vitest'

// Every call with every permission, even where no permission applies.
vi.stubEnv('WHOLE_MATRIX', 'on')
await import('./access-matrix.test.ts')
