import { App } from './App.tsx'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'

export function drawApplication(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root element')
  startTransition(() => createRoot(root).render(<App />))
}
