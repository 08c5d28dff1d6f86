import { join } from 'node:path'

/** Separate from the application, because commands that only need the database should not load all of it. */
export const migrationsFolder = join(import.meta.dirname, 'migrations')
