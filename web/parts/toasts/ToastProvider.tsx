import { ToastStack } from './ToastStack.tsx'
import { withToast } from './with-toast.ts'
import { ToastContext, type Toast, type ToastRequest } from './use-toast.ts'
import { useCallback, useRef, useState, type ReactNode } from 'react'

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Toast[]>([])
  const lastId = useRef(0)

  const show = useCallback((request: ToastRequest) => {
    lastId.current += 1
    const toast = { ...request, id: lastId.current }
    setShown(before => withToast(before, toast))
  }, [])
  const hide = useCallback((id: number) => setShown(before => before.filter(toast => toast.id !== id)), [])

  return (
    <ToastContext value={show}>
      {children}
      <ToastStack toasts={shown} onHide={hide} />
    </ToastContext>
  )
}
