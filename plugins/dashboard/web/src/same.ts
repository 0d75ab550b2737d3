// Values of JSON that are equal.

export const same = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  const other = b as Record<string, unknown>;
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => key in other && same((a as Record<string, unknown>)[key], other[key]));
};
