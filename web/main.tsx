import './trusted-types.ts'
import './no-eval.ts'
import './parts/styles.ts'
import { App } from './App.tsx'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
startTransition(() => createRoot(root).render(<App />))
