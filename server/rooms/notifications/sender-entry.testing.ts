import { runSender, type SenderOptions } from './sender.testing.ts'

/** What `kills.testing.ts` starts, again and again: the options are its only argument. */
export const running = runSender(JSON.parse(process.argv[2] ?? '') as SenderOptions)
