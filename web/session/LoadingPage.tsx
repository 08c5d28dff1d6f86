import classes from './LoadingPage.module.css'
import { BrandMark } from '#web/parts/page/BrandMark.tsx'
import { useEffect } from 'react'

const patienceMs = 120_000

/** Shown while authentication loads. After two minutes without a result the app restarts. */
export function LoadingPage() {
  useEffect(() => {
    const timer = setTimeout(() => location.replace('/'), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main className={classes.page} aria-busy="true">
      <BrandMark size={40} />
      <p role="status">Loading...</p>
    </main>
  )
}
