export const times = <T>(count: number, work: (place: number) => T): T[] =>
  Array.from({ length: count }, (_, place) => work(place));

/** How often each of these occurs, by its text. */
export function counts(of: readonly (string | number | undefined)[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const it of of) found[String(it)] = (found[String(it)] ?? 0) + 1;
  return found;
}

/** Works on all of them, so many at once. */
export async function each<T>(
  all: readonly T[],
  atOnce: number,
  work: (it: T, place: number) => Promise<void>,
): Promise<void> {
  const left = all.entries();
  await Promise.all(
    times(atOnce, async () => {
      for (const [place, it] of left) await work(it, place);
    }),
  );
}
