import { createContext, use } from 'react'

export type ToastVariant = 'success' | 'error' | 'info' | 'warning'

export interface ToastRequest {
  variant: ToastVariant
  header: string
  /** A plain second line. */
  text?: string
  /** How long the toast stays, if that should not depend on the length of its text. */
  forMs?: number
}

export interface Toast extends ToastRequest {
  readonly id: number
}

export const ToastContext = createContext<(request: ToastRequest) => void>(() => {})

export function useToast(): (request: ToastRequest) => void {
  return use(ToastContext)
}
