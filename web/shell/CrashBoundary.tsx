import { ServerHealth } from './ServerHealth.tsx'
import { FullPage } from '#web/parts/page/FullPage.tsx'
import { treatAsUnsafe } from '#web/parts/weather/safety-text.ts'
import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'

interface CrashState {
  crash?: Error
}

export class CrashBoundary extends Component<{ children: ReactNode }, CrashState> {
  override state: CrashState = {}

  static getDerivedStateFromError(crash: Error): CrashState {
    return { crash }
  }

  override render() {
    const { crash } = this.state
    if (!crash) return this.props.children
    return (
      <FullPage
        title="Way to go, you broke it."
        detail={crash.message}
        actions={<Button onClick={() => location.reload()}>Reload</Button>}
        note={<ServerHealth />}
      >
        Skywarden has stopped in this window. {treatAsUnsafe} Reload the page to continue.
      </FullPage>
    )
  }
}
