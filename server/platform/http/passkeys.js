// Signing in with a passkey, on pages made on the server. Each works without it, with a password and codes.

const form = document.querySelector('form[data-passkey]')
const isSupported =
  typeof globalThis.PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
  typeof PublicKeyCredential.prototype.toJSON === 'function'

/** Shorter than the five minutes for which the server waits for an answer. */
const renewAfterMs = 4 * 60_000

class Refused extends Error {
  constructor(status) {
    super(`Refused: ${status}`)
    this.status = status
  }
}

async function askForOptions() {
  const firstStep = form.elements.firstStep
  const body = new URLSearchParams(firstStep ? { firstStep: firstStep.value } : {})
  const reply = await fetch(form.dataset.passkey, { method: 'POST', body })
  if (!reply.ok) throw new Refused(reply.status)
  return reply.json()
}

/** Only one request can be open: the next one ends it. */
let open

async function usePasskey(mediation) {
  open?.abort()
  const mine = (open = new AbortController())
  const options = await askForOptions()
  mine.signal.throwIfAborted()
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const startedMs = performance.now()
  try {
    const credential = await navigator.credentials.get({ publicKey, mediation, signal: mine.signal })
    form.elements.answer.value = JSON.stringify(credential.toJSON())
    form.submit()
  } catch (error) {
    if (performance.now() - startedMs >= options.timeout - 1000) throw new Refused(408)
    throw error
  }
}

/** Browsers do not tell whether somebody canceled or has no passkey: that is nobody's business. */
function inWords(error) {
  const { instead } = form.dataset
  if (error.status === 408) return 'That took too long. Please try again.'
  if (error.status === 429) return 'Too many attempts. Please wait a minute, and try again.'
  if (error.name === 'NotAllowedError')
    return `No passkey was used. If this device has none for Skywarden, use ${instead}.`
  if (error.name === 'SecurityError') return `The browser allows no passkeys at this address. Use ${instead}.`
  if (error instanceof TypeError || error.status >= 500) return 'The server did not answer. Please try again.'
  return `The browser could not use a passkey. Try again, or use ${instead}.`
}

const button = form?.querySelector('button')

async function pressed() {
  const message = form.querySelector('[role=alert]')
  button.disabled = true
  message.hidden = true
  try {
    await usePasskey()
  } catch (error) {
    // The sign-in is over, which the page itself explains.
    if (error.status === 410) return location.reload()
    message.textContent = inWords(error)
    message.hidden = false
    button.disabled = false
    button.focus()
  }
}

/** Shows passkeys among what the browser offers to fill in. */
async function suggest() {
  if (button.disabled) return
  try {
    await usePasskey('conditional')
  } catch {
    // Only a suggestion: whoever presses the button learns what is wrong.
  }
}

if (form && isSupported) {
  button.addEventListener('click', () => void pressed())
  form.hidden = false
  document.querySelector('[data-passkey-missing]')?.remove()
  if (!document.querySelector('[autofocus]')) button.focus()
  if ('suggested' in form.dataset && (await PublicKeyCredential.isConditionalMediationAvailable?.())) {
    const renewal = setInterval(() => void suggest(), renewAfterMs)
    addEventListener('pagehide', () => clearInterval(renewal))
    await suggest()
  }
}
