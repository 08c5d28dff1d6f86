import { useEffect } from 'react'

/**
 * Keeps the screen on while the page is visible. In browsers that lack or deny the lock, the screen turns off as usual.
 */
export function useWakeLock() {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isWanted = true
    const ask = async () => {
      if (document.visibilityState !== 'visible' || lock?.released === false) return
      const given = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isWanted) lock = given
      else await given?.release()
    }
    const onVisible = () => void ask()
    onVisible()
    // Browsers release the lock whenever the page is hidden.
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      isWanted = false
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [])
}
