/** Plays a recording until it has ended or is no longer wanted. Not by an audio element, which the page's own rules forbid. */
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

/** Has the browser speak, with whatever voice it has. */
function speakByBrowser(message: string, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const speech = new SpeechSynthesisUtterance(message)
    speech.lang = 'en-US'
    speech.addEventListener('end', () => resolve())
    speech.addEventListener('error', ({ error }) => reject(new Error(`The browser did not speak: ${error}`)))
    stop.addEventListener('abort', () => {
      speechSynthesis.cancel()
      resolve() // a browser without a voice tells of neither an end nor an error
    })
    speechSynthesis.speak(speech)
  })
}

/** Lets a message be heard: as units will speak it, or by the browser's own voice where there is no recording. */
export function playSpeech(message: string, wav: ArrayBuffer | null, stop: AbortSignal): Promise<void> {
  return wav ? playRecording(wav, stop) : speakByBrowser(message, stop)
}
