import { describe } from 'vitest'
import { alertTimeProperties } from './alert-times-properties.testing.ts'

describe('alert times, at a million minutes', () => alertTimeProperties(1_000_000))
