import './trusted-types.ts'
import './no-eval.ts'
import './parts/styles.ts'
import { App } from './App.tsx'
import { beginAhead } from './begin-ahead.ts'
import { guardAgainstOldPictures } from '#web/data/live/old-pictures.ts'
import { hearBackFirst } from '#web/parts/watch-leaving.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'

guardAgainstOldPictures()
hearBackFirst()
beginAhead(location.pathname)

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
startTransition(() => createRoot(root).render(<App />))
