import { vi } from 'vitest'

// Every call with every permission, also where none counts.
vi.stubEnv('WHOLE_MATRIX', 'on')
await import('./access-matrix.test.ts')
