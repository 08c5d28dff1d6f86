import classes from './LiveCamera.module.css'
import { useEffect, useRef, useState } from 'react'

const nativeType = 'application/vnd.apple.mpegurl'

/** Plays a stream if the browser can, and returns a function that stops it. */
async function play(video: HTMLVideoElement, url: string, isOver: () => boolean): Promise<() => void> {
  // Loaded separately, because only this page needs it, and not in every browser.
  const { default: Hls } = await import('hls.js/light')
  if (isOver()) return () => {}
  if (!Hls.isSupported()) {
    if (video.canPlayType(nativeType) === '') throw new Error('no way to play')
    video.src = url
    return () => video.removeAttribute('src')
  }
  // Does not use a worker, which would be created from a blob URL. Our pages do not allow that.
  const hls = new Hls({ enableWorker: false, liveSyncDurationCount: 2 })
  hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return
    // The stream can recover as long as the socket is open. After that, the player is gone.
    if (type === Hls.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError()
    else setTimeout(() => isOver() || hls.loadSource(url), retryMs)
  })
  hls.loadSource(url)
  hls.attachMedia(video)
  return () => hls.destroy()
}

const retryMs = 2000

export function CameraPlayer({ name, url }: { name: string; url: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [isUnplayable, setUnplayable] = useState(false)
  useEffect(() => {
    const element = video.current
    if (!element) return
    let isOver = false
    let stop = () => {}
    play(element, url, () => isOver).then(
      ended => {
        stop = ended
        if (isOver) stop()
      },
      () => setUnplayable(true),
    )
    return () => {
      isOver = true
      stop()
    }
  }, [url])
  return (
    <>
      {/* Cameras have no sound, so there is nothing to caption. */}
      <video
        ref={video}
        className={classes.video}
        aria-label={`Live video of ${name}`}
        controls
        autoPlay
        muted
        playsInline
      />
      {isUnplayable && (
        <p role="alert" className={classes.unplayable}>
          This browser cannot play live video. Try a current version of Chrome, Edge, Firefox or Safari.
        </p>
      )}
    </>
  )
}
