/** The server puts a fresh nonce into each page. Style elements that are created at run time must have it. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

// The scroll lock below dialogs creates its own style element and looks up the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
