import './trusted-types.ts'
import './parts/look/styles.ts'
import { guardAgainstOldPictures } from '#web/data/live/old-pictures.ts'
import { nextTask } from '#web/parts/browser/next-task.ts'
import { handleBackFirst } from '#web/parts/leaving/watch-leaving.ts'
import { askWhoIsHereAhead } from '#web/session/silent.ts'

guardAgainstOldPictures()
handleBackFirst()
askWhoIsHereAhead(location.pathname)
new Worker('/formatters.js')

/**
 * How long to wait for the content that the page shows first. Drawing it in one step is faster than drawing
 * placeholders first.
 */
const patienceMs = 400

// The app starts in several tasks, so that none blocks the page. No schema may exist before eval is disabled.
await import('react-dom/client')
await nextTask()
await import('./no-eval.ts')
await nextTask()
await import('./answers.ts')
await nextTask()
const { beginAhead } = await import('./begin-ahead.ts')
await nextTask()
const begun = beginAhead(location.pathname)
await nextTask()
const { drawApplication } = await import('./draw-application.tsx')
await Promise.race([begun, new Promise(resolve => setTimeout(resolve, patienceMs))])
await nextTask()
drawApplication()
