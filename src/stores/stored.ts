/** A value of local storage; null if there is none, or the browser does not let the shop read it. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Returns whether the browser stored it. */
export function writeStored(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** The texts of a list; whatever else was stored is ignored. */
export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((it) => typeof it === 'string') : [];
