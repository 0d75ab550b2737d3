// The page's policy lets HTML be read by the two policies of Trusted Types that routes.cpp names, and by nothing else.
type Factory = { createPolicy: (name: string, rules: object) => { createHTML: (text: string) => string } };

/** `inkwell-frame` fills sandboxed frames, `inkwell-parse` reads into documents that run nothing. Each is made once. */
export function policyOf(name: 'inkwell-frame' | 'inkwell-parse'): (text: string) => string {
  const policy = (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy(name, { createHTML: (text: string) => text });
  return policy ? (text) => policy.createHTML(text) : (text) => text;
}
