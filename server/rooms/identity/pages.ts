import { html, type Html } from '#server/platform/http/html'
import { pageScriptPath } from '#server/platform/http/headers'
import { plainPage } from '#server/platform/http/plain-page'
import { shortestPassword } from '#domain/access/password-length'

function alertBox(text: string | Html | undefined): Html | false {
  return text !== undefined && html`<p class="alert" role="alert">${text}</p>`
}

function waitBox(seconds: number, instead = ''): Html {
  const time = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  // Not role="alert": it counts down, and would be read aloud every second.
  return html`<p class="alert">
    Too many failed attempts. Please wait <strong data-wait-seconds="${seconds}">${time}</strong>${instead}.
  </p>`
}

/** Reveals a password on request, and runs the countdown. */
const pageScript = html`<script src="${pageScriptPath}"></script>`

/** Hidden until a script makes it work. */
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

function field(options: FieldOptions): Html {
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

export interface ShownDemoAccount {
  readonly userName: string
  readonly role: string
}

/** Each fills in the form through a link to the same page, which needs no script. */
function demoBox({ accounts, password }: Demo, action: string): Html {
  return html`<aside class="demo" aria-label="Demo accounts">
    <p>This is a demonstration. Choose an account; the password is <code>${password}</code></p>
    <ul>
      ${accounts.map(
        ({ userName, role }) =>
          html`<li>
            <a href="${action}?account=${encodeURIComponent(userName)}"
              ><code>${userName}</code> <span>${role}</span></a
            >
          </li>`,
      )}
    </ul>
  </aside>`
}

export interface Demo {
  readonly accounts: readonly ShownDemoAccount[]
  readonly password: string
}

export interface SignInView {
  readonly action: string
  readonly userName?: string
  readonly password?: string
  readonly alert?: string
  /** After too many attempts: how long to wait. */
  readonly waitSeconds?: number
  /** Whether the weather is simulated. */
  readonly simulatedWeather?: boolean
  readonly demo?: Demo
  /** An organization's sign-on, if it is known which one. */
  readonly signOn?: { readonly displayName: string; readonly href: string } | undefined
  /** Whether any organization has its own sign-on, and the page offers it. */
  readonly offersSignOn?: boolean
}

/** A link and not a form: browsers block forms that end at another site, as this one would. */
function signOnLink({ displayName, href }: NonNullable<SignInView['signOn']>): Html {
  return html`<p><a class="button" href="${href}">Sign in with ${displayName}</a></p>
    <p class="or"><span>or</span></p>`
}

const simulatedNotice = html`<p class="simulated">
  <strong>Simulated weather.</strong> Nothing here is real.
</p>`

export function signInPage(view: SignInView): string {
  const typed = view.userName ?? ''
  return plainPage(
    'Sign in',
    html`${view.simulatedWeather && simulatedNotice} ${alertBox(view.alert)}
      ${view.waitSeconds !== undefined && waitBox(view.waitSeconds, ", or use 'Forgot password?'")}
      ${view.signOn && signOnLink(view.signOn)}
      <form method="post" action="${view.action}">
        ${field({
          name: 'userName',
          label: 'Email or user name',
          type: 'text',
          autocomplete: 'username',
          value: typed,
          first: typed === '',
        })}
        ${field({
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'current-password',
          value: view.password ?? '',
          first: typed !== '' && view.password === undefined,
        })}
        <button type="submit" ${view.password === undefined ? undefined : html`autofocus`}>Sign in</button>
        ${
          view.offersSignOn &&
          html`<button class="second" type="submit" formaction="${view.action}/sso" formnovalidate>
            Sign in with single sign-on
          </button>`
        }
      </form>
      <p class="aside"><a href="/identity/forgot">Forgot password?</a></p>
      ${view.demo && demoBox(view.demo, view.action)}`,
    pageScript,
  )
}

export interface SecondStepView {
  readonly action: string
  /** That the password was right, sealed. */
  readonly firstStep: string
  readonly alert?: string
  readonly waitSeconds?: number
}

export function secondStepPage(view: SecondStepView): string {
  return plainPage(
    'Two-step verification',
    html`${alertBox(view.alert)} ${view.waitSeconds !== undefined && waitBox(view.waitSeconds)}
      <p>Enter the code that your authenticator app shows for Skywarden.</p>
      <form method="post" action="${view.action}">
        <input type="hidden" name="firstStep" value="${view.firstStep}" />
        ${field({
          name: 'code',
          label: 'Code',
          type: 'text',
          autocomplete: 'one-time-code',
          hint: 'Lost your phone? Enter one of your recovery codes.',
          first: true,
        })}
        <button type="submit">Verify</button>
      </form>
      <p class="aside">
        No phone and no recovery codes? Ask your administrator to reset your two-step verification.
      </p>`,
    pageScript,
  )
}

export function forgotPage(view: { alert?: string; email?: string }): string {
  return plainPage(
    'Forgot password',
    html`${alertBox(view.alert)}
      <p>Enter your email or user name. We will send you a link to set a new password.</p>
      <form method="post" action="/identity/forgot">
        ${field({
          name: 'userName',
          label: 'Email or user name',
          type: 'text',
          autocomplete: 'username',
          value: view.email ?? '',
          first: true,
        })}
        <button type="submit">Send link</button>
      </form>
      <p class="aside"><a href="/">Back to sign in</a></p>`,
  )
}

export function forgotSentPage(): string {
  return plainPage(
    'Check your mail',
    html`<p>
        If there is an account for what you entered, a link is on its way. It works once, for 15 minutes.
      </p>
      <p class="aside"><a href="/">Back to sign in</a></p>`,
  )
}

export interface SetPasswordView {
  readonly token: string
  readonly invited: boolean
  readonly fullName: string
  readonly userName: string
  readonly errors?: { newPassword?: string | undefined; confirmation?: string | undefined }
}

export function setPasswordPage(view: SetPasswordView): string {
  const { invited } = view
  return plainPage(
    invited ? 'Welcome to Skywarden' : 'Set a new password',
    html`<p>
        ${invited ? `Hello ${view.fullName}. Choose a password, and your account is ready.` : `For ${view.fullName}.`}
      </p>
      <form method="post" action="/identity/set-password">
        <input type="hidden" name="token" value="${view.token}" />
        <input
          class="offstage"
          type="text"
          name="userName"
          value="${view.userName}"
          autocomplete="username"
          readonly
          tabindex="-1"
          aria-hidden="true"
        />
        ${field({
          name: 'newPassword',
          label: 'New password',
          type: 'password',
          autocomplete: 'new-password',
          hint: `At least ${shortestPassword} characters. A few unrelated words work well.`,
          error: view.errors?.newPassword,
          first: true,
        })}
        ${field({
          name: 'confirmation',
          label: 'The same password again',
          type: 'password',
          autocomplete: 'new-password',
          error: view.errors?.confirmation,
        })}
        <button type="submit">Set password</button>
      </form>`,
    pageScript,
  )
}

export function passwordSetPage(): string {
  return plainPage(
    'Your password is set',
    html`<p>You can sign in with it now. Everywhere else you have been signed out.</p>
      <p><a class="button" href="/">Sign in</a></p>`,
  )
}

export function confirmEmailPage({ token, email }: { token: string; email: string }): string {
  return plainPage(
    'Confirm your email address',
    html`<p>Your Skywarden account will use <strong>${email}</strong>.</p>
      <form method="post" action="/identity/confirm-email">
        <input type="hidden" name="token" value="${token}" />
        <button type="submit">Confirm</button>
      </form>`,
  )
}

export function emailConfirmedPage(email: string): string {
  return plainPage(
    'Email address confirmed',
    html`<p>Your Skywarden account now uses <strong>${email}</strong>.</p>
      <p><a class="button" href="/">Go to Skywarden</a></p>`,
  )
}

export function linkOverPage(): string {
  return plainPage(
    'This link no longer works',
    html`<p>
        It was already used, or it has expired. Links for a new password work for 15 minutes, invitations and
        links to confirm an email address for 24 hours.
      </p>
      <p><a class="button" href="/identity/forgot">Ask for a new link</a></p>
      <p class="aside">Were you invited? Ask the person who invited you to send the invitation again.</p>`,
  )
}

/** Sent with a refresh header; the link is for browsers that ignore it. */
export function toProviderPage({ displayName, url }: { displayName: string; url: string }): string {
  return plainPage(
    `Taking you to ${displayName}`,
    html`<p>One moment.</p>
      <p><a class="button" href="${url}">Continue to ${displayName}</a></p>`,
  )
}

export function notLetInPage(because: string): string {
  return plainPage(
    'You could not be signed in',
    html`<p role="alert">${because}</p>
      <p>Your administrator can see why on the Single Sign-On page.</p>
      <p><a class="button" href="/">Start again</a></p>`,
  )
}

export function noPasswordPage(displayName: string): string {
  return plainPage(
    `Sign in with ${displayName}`,
    html`<p>Your organization requires single sign-on, so there is no password to set.</p>
      <p><a class="button" href="/">Sign in</a></p>`,
  )
}

export function errorPage(because: string): string {
  return plainPage(
    'Signing in did not work',
    html`<p>This can happen when a page was left open for long, or was opened with an old link.</p>
      <p class="quiet">${because}</p>
      <p><a class="button" href="/">Start again</a></p>`,
  )
}

/** Asked when the request may come from another site's link. */
export function askSignOutPage(form: Html): string {
  return plainPage(
    'Sign out',
    html`${form}
      <p>Do you want to sign out?</p>
      <button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
      <p class="aside"><a href="/">Stay signed in</a></p>`,
  )
}

export function signOutPage(form: Html, nonce: string): string {
  return plainPage(
    'Signing out',
    html`${form}
      <p>One moment.</p>
      <button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>`,
    html`<script nonce="${nonce}">
      document.querySelector('button[name=logout]').click()
    </script>`,
  )
}
