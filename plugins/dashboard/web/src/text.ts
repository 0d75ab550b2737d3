// What people read. The English sentence is the key of the catalogues: t('{count} chosen', { count: 3 }).
export type Values = Record<string, string | number>;

export function t(english: string, values: Values = {}): string {
  return english.replace(/\{(\w+)\}/g, (hole, name: string) => (name in values ? String(values[name]) : hole));
}
