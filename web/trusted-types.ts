interface PolicyFactory {
  createPolicy(name: string, rules: Record<string, (value: string) => string | null>): unknown
}

/** No text becomes markup and no foreign address becomes a script, whichever library asks. */
export const defaultRules = {
  // Style sheets written by the component kit pass here as well; they never hold a tag.
  createHTML: (text: string) => (text.includes('<') ? null : text),
  createScriptURL: (address: string) =>
    new URL(address, location.href).origin === location.origin ? address : null,
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
factory?.createPolicy('default', defaultRules)
