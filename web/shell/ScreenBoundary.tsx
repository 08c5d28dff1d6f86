import { EmptyState } from '#web/parts/page/EmptyState.tsx'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'

interface ScreenState {
  failure?: Error
}

/** The browsers' error messages for a chunk that cannot be loaded, usually because a newer build was installed. */
const missingPart = /dynamically imported module|importing a module script failed|unable to preload/i

/** If a screen cannot be loaded, the shell stays. Any other error is a crash and propagates. */
export class ScreenBoundary extends Component<{ children: ReactNode }, ScreenState> {
  override state: ScreenState = {}

  static getDerivedStateFromError(failure: Error): ScreenState {
    return { failure }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    if (!missingPart.test(failure.message)) throw failure
    return (
      <EmptyState
        icon={<IconRefresh size={32} stroke={1.5} aria-hidden />}
        title="This page could not be loaded"
        text="The connection may be down, or Skywarden was updated. Reload to continue."
      >
        <Button mt="md" onClick={() => location.reload()}>
          Reload
        </Button>
      </EmptyState>
    )
  }
}
