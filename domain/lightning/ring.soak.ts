import { describe } from 'vitest'
import { ringProperties } from './ring-properties.testing.ts'

describe('a ring, a million times', () => ringProperties(1_000_000))
