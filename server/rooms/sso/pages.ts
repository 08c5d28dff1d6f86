import { html } from '#server/platform/http/html'
import { plainPage } from '#server/platform/http/plain-page'

export function trialPage({ isLetIn, because }: { isLetIn: boolean; because: string }): string {
  return plainPage(
    isLetIn ? 'Single sign-on works' : 'Single sign-on would reject this person',
    html`<p role="status">${because}</p>
      <p class="quiet">This was only a test. Nothing was changed, and no one was signed in.</p>
      <p class="quiet">You can close this tab.</p>`,
  )
}

export function notTakenPage(because: string): string {
  return plainPage(
    'You could not be signed in',
    html`<p role="alert">${because}</p>
      <p>Your administrator can see why on the Single Sign-On page.</p>
      <p><a class="button" href="/">Start again</a></p>`,
  )
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '')

/** The metadata about us that a SAML identity provider needs. */
export function serviceMetadata({
  spEntityId,
  callbackUrl,
}: {
  spEntityId: string
  callbackUrl: string
}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escaped(spEntityId)}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escaped(callbackUrl)}" index="0" isDefault="true"/>
  </SPSSODescriptor>
</EntityDescriptor>
`
}
