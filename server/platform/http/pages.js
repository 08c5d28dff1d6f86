// For the pages made on the server. Each works without it: it only adds what needs a script.
'use strict'

for (const button of document.querySelectorAll('button[data-reveals]')) {
  const field = document.getElementById(button.dataset.reveals)
  button.hidden = false
  button.addEventListener('click', () => {
    const isShown = field.type === 'password'
    field.type = isShown ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(isShown))
    button.textContent = isShown ? 'Hide' : 'Show'
    field.focus()
  })
  // Browsers remember what was typed into a field of text.
  field.form.addEventListener('submit', () => {
    field.type = 'password'
  })
}

const wait = document.querySelector('[data-wait-seconds]')
if (wait) {
  const send = document.querySelector('form button[type=submit]')
  const endsAt = performance.now() + Number(wait.dataset.waitSeconds) * 1000
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000))
    send.disabled = seconds > 0
    if (seconds === 0) {
      clearInterval(timer)
      wait.closest('.alert').textContent = 'You can try again now.'
      return
    }
    const minutes = Math.floor(seconds / 60)
    wait.textContent = `${minutes}:${String(seconds % 60).padStart(2, '0')}`
  }
  const timer = setInterval(tick, 250)
  tick()
}
