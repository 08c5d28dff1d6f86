import { Card } from '#web/parts/page/Card.tsx'
import { ErrorNote } from '#web/parts/page/ErrorNote.tsx'
import { Component, type ReactNode } from 'react'

interface CardBoundaryProps {
  /** The card's name, and the specification's text for when it cannot be shown. */
  title?: string
  failureTitle: string
  /** What the error means and what to do, in plain words. */
  failureText: string
  children: ReactNode
}

/** A card that cannot be loaded or rendered shows an error in its place and affects no other card. */
export class CardBoundary extends Component<CardBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { title, failureTitle, failureText, children } = this.props
    if (!this.state.hasFailed) return children
    return (
      <Card {...(title === undefined ? {} : { title })}>
        <ErrorNote title={failureTitle} text={failureText} onRetry={() => location.reload()} />
      </Card>
    )
  }
}
