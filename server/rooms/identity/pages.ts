import { html, type Html } from '#server/platform/http/html'
import { plainPage } from '#server/platform/http/plain-page'
import { shortestPassword } from '#domain/access/password-length'
import { alertBox, field, pageScript } from './page-parts.ts'

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
    'Check your email',
    html`<p>If an account matches what you entered, a link is on its way. It works once, for 15 minutes.</p>
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
          label: 'Confirm password',
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
    html`<p>You can sign in with it now. You have been signed out everywhere else.</p>
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
        It has already been used or has expired. Links for a new password work for 15 minutes, invitations and
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
    html`<p>This can happen when a page was left open for a long time or was opened with an old link.</p>
      <p class="quiet">${because}</p>
      <p><a class="button" href="/">Start again</a></p>`,
  )
}

/** The page shown when a sign-out request may come from another site's link. */
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
