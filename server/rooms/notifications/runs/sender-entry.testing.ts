import { runSender, type SenderOptions } from './sender.testing.ts'

/** The process that `kills.testing.ts` starts repeatedly; the options are its only argument. */
export const running = runSender(JSON.parse(process.argv[2] ?? '') as SenderOptions)
