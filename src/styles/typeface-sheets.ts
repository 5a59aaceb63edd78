import type { Typefaces } from '#shared/domain/typefaces.ts';

const sheets = import.meta.glob<string>('./typefaces/*.css', {
  query: '?inline',
  import: 'default',
});

/** The style sheet of a pair of typefaces, which names them in tokens; empty for that of the design, which every page has. */
export const typefaceSheet = async (pair: Typefaces): Promise<string> =>
  (await sheets[`./typefaces/${pair}.css`]?.()) ?? '';

/** The addresses of its files with the letters of most European languages. */
export const latinFiles = (sheet: string): string[] =>
  [...sheet.matchAll(/url\("?([^")]*-latin-(?:wght|400)-normal[^")]*\.woff2)"?\)/g)].map(
    ([, url = '']) => url,
  );
