import './trusted-types.ts'
import './no-eval.ts'
import './parts/styles.ts'
import { beginAhead } from './begin-ahead.ts'
import { guardAgainstOldPictures } from '#web/data/live/old-pictures.ts'
import { hearBackFirst } from '#web/parts/watch-leaving.ts'
import { nextTask } from '#web/parts/next-task.ts'

guardAgainstOldPictures()
hearBackFirst()
beginAhead(location.pathname)

// What was asked for is on its way; the application itself is made in further tasks, so that none holds the page up.
await nextTask()
const { drawApplication } = await import('./draw-application.tsx')
await nextTask()
drawApplication()
