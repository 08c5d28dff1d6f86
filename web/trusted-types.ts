interface PolicyFactory {
  createPolicy(name: string, rules: Record<string, (value: string) => string | null>): unknown
}

/** Ensures that no text becomes markup and no foreign URL becomes a script, whichever library tries. */
const defaultRules = {
  // The component kit's style sheets also pass through here. They never contain a tag.
  createHTML: (text: string) => (text.includes('<') ? null : text),
  createScriptURL: (address: string) =>
    new URL(address, location.href).origin === location.origin ? address : null,
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
factory?.createPolicy('default', defaultRules)
