import { html, type Html } from '#server/platform/http/html'
import { pageScriptPath } from '#server/platform/http/headers'

export function alertBox(text: string | Html | undefined): Html | false {
  return text !== undefined && html`<p class="alert" role="alert">${text}</p>`
}

export function waitBox(seconds: number, instead = ''): Html {
  const time = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  // Not role="alert", because the text counts down and would be read aloud every second.
  return html`<p class="alert">
    Too many failed attempts. Please wait <strong data-wait-seconds="${seconds}">${time}</strong>${instead}.
  </p>`
}

/** The script that reveals a password on request and runs the countdown. */
export const pageScript = html`<script src="${pageScriptPath}"></script>`

/** A button that stays hidden until a script makes it work. */
function revealButton(name: string): Html {
  return html`<button
    type="button"
    data-reveals="${name}"
    aria-label="Show password"
    aria-pressed="false"
    hidden
  >
    Show
  </button>`
}

interface FieldOptions {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'password'
  readonly autocomplete: string
  readonly value?: string
  readonly error?: string | undefined
  readonly hint?: string
  readonly first?: boolean
}

export function field(options: FieldOptions): Html {
  const { name, error, hint } = options
  const describedBy = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  return html`<div class="field">
    <label for="${name}">${options.label}</label>
    <div class="entry">
      <input
        id="${name}"
        name="${name}"
        type="${options.type}"
        value="${options.value ?? ''}"
        autocomplete="${options.autocomplete}"
        autocapitalize="none"
        spellcheck="false"
        required
        maxlength="256"
        ${options.first ? html`autofocus` : undefined}
        ${error ? html`aria-invalid="true"` : undefined}
        ${describedBy ? html`aria-describedby="${describedBy}"` : undefined}
      />
      ${options.type === 'password' && revealButton(name)}
    </div>
    ${error ? html`<p class="error" id="${name}-error">${error}</p>` : undefined}
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : undefined}
  </div>`
}
