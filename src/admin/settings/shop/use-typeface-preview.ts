import { useEffect } from 'react';
import type { Typefaces } from '#shared/domain/typefaces.ts';
import { typefaceSheet } from '../../../styles/typeface-sheets.ts';

/** Shows the whole page in these typefaces while they are chosen. */
export function useTypefacePreview(pair: Typefaces): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
    void typefaceSheet(pair).then((css) => {
      document.getElementById('typefaces')?.remove();
      sheet.replaceSync(css);
    });
    return () => sheet.replaceSync('');
  }, [pair]);
}
