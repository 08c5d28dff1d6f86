/**
 * Plays a recording until it ends or is stopped. Does not use an audio element, which the page's content security
 * policy forbids.
 */
async function playRecording(wav: ArrayBuffer, stop: AbortSignal): Promise<void> {
  const context = new AudioContext()
  try {
    const source = context.createBufferSource()
    source.buffer = await context.decodeAudioData(wav)
    source.connect(context.destination)
    if (stop.aborted) return
    await new Promise<void>(resolve => {
      source.addEventListener('ended', () => resolve())
      stop.addEventListener('abort', () => source.stop())
      source.start()
    })
  } finally {
    await context.close()
  }
}

/** Speaks with the browser's voice. */
function speakByBrowser(message: string, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const speech = new SpeechSynthesisUtterance(message)
    speech.lang = 'en-US'
    speech.addEventListener('end', () => resolve())
    speech.addEventListener('error', ({ error }) => reject(new Error(`The browser did not speak: ${error}`)))
    stop.addEventListener('abort', () => {
      speechSynthesis.cancel()
      resolve() // a browser without a voice reports neither the end nor an error
    })
    speechSynthesis.speak(speech)
  })
}

/** Plays a message as units will speak it, or with the browser's own voice if there is no recording. */
export function playSpeech(message: string, wav: ArrayBuffer | null, stop: AbortSignal): Promise<void> {
  return wav ? playRecording(wav, stop) : speakByBrowser(message, stop)
}
