import classes from './ToastStack.module.css'
import type { Toast, ToastVariant } from './use-toast.ts'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

const perCharacterMs = 80
const leastMs = 3000

/** Returns how long a toast stays, so that people have time to read it. */
export function toastTime(header: string): number {
  return Math.max(perCharacterMs * header.length, leastMs)
}

const icons = {
  success: IconCircleCheck,
  error: IconCircleX,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
} as const satisfies Record<ToastVariant, unknown>

const urgent: readonly ToastVariant[] = ['error', 'warning']

interface ToastStackProps {
  toasts: readonly Toast[]
  onHide: (id: number) => void
}

/**
 * The two live regions are always present, because a region that appears together with its text is often not read
 * out.
 */
export function ToastStack({ toasts, onHide }: ToastStackProps) {
  const [paused, setPaused] = useState(false)
  const stack = useRef<HTMLDivElement>(null)
  // A toast that disappears under the pointer or the focus, because it was dismissed or replaced, would leave the others
  // paused forever.
  const hide = (id: number) => {
    setPaused(false)
    onHide(id)
  }
  const resume = () => {
    if (!stack.current?.matches(':hover, :focus-within')) setPaused(false)
  }
  const items = (wanted: boolean) =>
    toasts
      .filter(toast => urgent.includes(toast.variant) === wanted)
      .map(toast => (
        <ToastItem
          key={toast.id}
          toast={toast}
          paused={paused}
          onHide={onHide}
          onDismiss={hide}
          onRemoved={resume}
        />
      ))
  return (
    <div
      ref={stack}
      className={classes.stack}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <div role="status">{items(false)}</div>
      <div role="alert">{items(true)}</div>
    </div>
  )
}

interface ToastItemProps {
  toast: Toast
  paused: boolean
  onHide: (id: number) => void
  onDismiss: (id: number) => void
  onRemoved: () => void
}

function ToastItem({ toast, paused, onHide, onDismiss, onRemoved }: ToastItemProps) {
  const Icon = icons[toast.variant]
  const removed = useEffectEvent(onRemoved)
  useEffect(() => () => removed(), [])
  // After a pause, the toasts stay for their full time again, because the person may still be reading.
  useEffect(() => {
    if (paused) return
    const timer = setTimeout(() => onHide(toast.id), toast.forMs ?? toastTime(toast.header))
    return () => clearTimeout(timer)
  }, [paused, toast, onHide])
  return (
    <div className={classes.toast} data-variant={toast.variant}>
      <Icon size={20} className={classes.icon} aria-hidden />
      <div>
        <p className={classes.header}>{toast.header}</p>
        {toast.text !== undefined && <p className={classes.text}>{toast.text}</p>}
      </div>
      <button
        type="button"
        className={classes.dismiss}
        aria-label={`Dismiss: ${toast.header}`}
        onClick={() => onDismiss(toast.id)}
      >
        <IconX size={16} aria-hidden />
      </button>
    </div>
  )
}
