import { ToastStack } from './ToastStack.tsx'
import { ToastContext, type Toast, type ToastRequest } from './use-toast.ts'
import { useCallback, useRef, useState, type ReactNode } from 'react'

/** Older toasts make room, because no one reads a wall of messages. */
const mostShown = 4

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Toast[]>([])
  const lastId = useRef(0)

  const show = useCallback((request: ToastRequest) => {
    lastId.current += 1
    const toast = { ...request, id: lastId.current }
    setShown(before => [...before.slice(1 - mostShown), toast])
  }, [])
  const hide = useCallback((id: number) => setShown(before => before.filter(toast => toast.id !== id)), [])

  return (
    <ToastContext value={show}>
      {children}
      <ToastStack toasts={shown} onHide={hide} />
    </ToastContext>
  )
}
