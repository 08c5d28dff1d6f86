import { runProcess } from '#server/run-process'

await runProcess()
