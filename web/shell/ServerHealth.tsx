import classes from './ServerHealth.module.css'
import { useServerHealth, wasSuperAdmin } from '#web/data/health/server-health.ts'

const words = {
  asking: 'Checking the server…',
  working: 'The server is working normally.',
  failing: 'Parts of the server are not working.',
  unreachable: 'The server cannot be reached.',
} as const

/** Shows the server's health on a page where nothing else works. */
export function ServerHealth() {
  const health = useServerHealth()
  return (
    <p className={classes.line}>
      <span className={classes.dot} data-health={health} aria-hidden />
      <span role="status">{words[health]}</span>
      {wasSuperAdmin() && health !== 'unreachable' && <a href="/Status">Status page</a>}
    </p>
  )
}
