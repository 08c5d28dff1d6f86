import { html, type Html } from '#server/platform/http/html'
import { passkeyScriptPath } from '#server/platform/http/headers'
import { plainPage } from '#server/platform/http/plain-page'
import { alertBox, field, pageScript, waitBox } from './page-parts.ts'

const bothScripts = html`${pageScript}
  <script type="module" src="${passkeyScriptPath}"></script>`

interface PasskeyForm {
  readonly action: string
  readonly firstStep?: string
  readonly button: string
  /** The alternative to a passkey that messages suggest. */
  readonly instead: string
  /** Whether the browser suggests passkeys in the field for the user name. */
  readonly isSuggested?: boolean
  /** Whether the form comes first on its page. */
  readonly isFirst?: boolean
}

/** Hidden until the script finds that the browser has passkeys. The script fills in the answer and submits it. */
function passkeyForm({ action, firstStep, button, instead, isSuggested, isFirst }: PasskeyForm): Html {
  return html`<form
    method="post"
    action="${action}/passkey"
    data-passkey="${action}/passkey/options"
    data-instead="${instead}"
    ${isSuggested && html`data-suggested`}
    hidden
  >
    <input type="hidden" name="answer" />
    ${firstStep !== undefined && html`<input type="hidden" name="firstStep" value="${firstStep}" />`}
    ${isFirst && html`<p>Use one of your passkeys to sign in.</p>`}
    <button ${!isFirst && html`class="second"`} type="button">${button}</button>
    <p class="alert" role="alert" hidden></p>
  </form>`
}

export interface ShownDemoAccount {
  readonly userName: string
  readonly role: string
}

/** A box with demo accounts. Each link fills in the form on the same page, which needs no script. */
function demoBox({ accounts, password }: Demo, action: string): Html {
  return html`<aside class="demo" aria-label="Demo accounts">
    <p>This is a demo. Choose an account; the password is <code>${password}</code></p>
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
  /** An organization's single sign-on, if known. */
  readonly signOn?: { readonly displayName: string; readonly href: string } | undefined
  /** Whether any organization has its own single sign-on, in which case the page offers it. */
  readonly offersSignOn?: boolean
  readonly offersPasskeys?: boolean
}

/** A link, not a form: browsers block forms that redirect to another site, as this one would. */
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
          autocomplete: view.offersPasskeys ? 'username webauthn' : 'username',
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
      ${view.offersPasskeys && passkeyForm({ action: view.action, button: 'Sign in with a passkey', instead: 'your password', isSuggested: true })}
      <p class="aside"><a href="/identity/forgot">Forgot password?</a></p>
      ${view.demo && demoBox(view.demo, view.action)}`,
    view.offersPasskeys ? bothScripts : pageScript,
  )
}

export interface SecondStepView {
  readonly action: string
  /** Sealed proof that the password was correct. */
  readonly firstStep: string
  readonly hasApp: boolean
  readonly hasPasskey: boolean
  /** The host name for which the person's passkeys were created, if none of them works for the current one. */
  readonly formerHost?: string | undefined
  /** Whether the person last typed a code, and may want to type it again. */
  readonly hasTyped?: boolean
  readonly alert?: string
  readonly waitSeconds?: number
}

function codeForm({ action, firstStep, hasApp, hasTyped }: SecondStepView): Html {
  return html`<form method="post" action="${action}/code">
    <input type="hidden" name="firstStep" value="${firstStep}" />
    ${field({
      name: 'code',
      label: hasApp ? 'Code' : 'Recovery code',
      type: 'text',
      autocomplete: 'one-time-code',
      ...(hasApp && { hint: 'Lost your phone? Enter one of your recovery codes.' }),
      first: hasApp || hasTyped === true,
    })}
    <button type="submit">Verify</button>
  </form>`
}

/**
 * The form for people who have only passkeys. Recovery codes are for when no passkey is at hand or the browser does not
 * run scripts.
 */
function passkeyFirst(view: SecondStepView): Html {
  return html`${passkeyForm({ ...view, button: 'Use a passkey', instead: 'a recovery code', isFirst: true })}
    <p data-passkey-missing>This browser can’t use passkeys. Use one of your recovery codes.</p>
    <details ${view.hasTyped && html`open`}>
      <summary>Use a recovery code</summary>
      ${codeForm(view)}
    </details>`
}

function whatToEnter({ hasApp, formerHost }: SecondStepView): string {
  if (hasApp) return 'Enter the code that your authenticator app shows for Skywarden.'
  if (formerHost === undefined)
    return 'Passkeys can’t be used at this address. Enter one of your recovery codes.'
  return `Your passkeys belong to ${formerHost}, the former address of this server. Use a recovery code, or ask an administrator to reset two-step verification.`
}

function codeFirst(view: SecondStepView): Html {
  return html`<p>${whatToEnter(view)}</p>
    ${codeForm(view)}
    ${view.hasPasskey && passkeyForm({ ...view, button: 'Use a passkey', instead: 'a code' })}`
}

export function secondStepPage(view: SecondStepView): string {
  const isPasskeyOnly = view.hasPasskey && !view.hasApp
  return plainPage(
    'Two-step verification',
    html`${alertBox(view.alert)} ${view.waitSeconds !== undefined && waitBox(view.waitSeconds)}
    ${isPasskeyOnly ? passkeyFirst(view) : codeFirst(view)}
    ${
      (view.hasApp || view.formerHost === undefined) &&
      html`<p class="aside">
        ${isPasskeyOnly ? 'No passkey' : 'No phone'} and no recovery codes? Ask your administrator to reset
        your two-step verification.
      </p>`
    }`,
    view.hasPasskey ? bothScripts : pageScript,
  )
}
