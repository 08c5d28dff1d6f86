import { createContext, use } from 'react'

export type ToastVariant = 'success' | 'error' | 'info' | 'warning'

export interface ToastWish {
  variant: ToastVariant
  header: string
  /** A plain second line. */
  text?: string
  /** How long it stays, where that is not told by its length. */
  forMs?: number
}

export interface Toast extends ToastWish {
  readonly id: number
}

export const ToastContext = createContext<(wish: ToastWish) => void>(() => {})

export function useToast(): (wish: ToastWish) => void {
  return use(ToastContext)
}
