import { join } from 'node:path'

/** Apart from the house, so that commands that only want the database do not load all of it. */
export const migrationsFolder = join(import.meta.dirname, 'migrations')
