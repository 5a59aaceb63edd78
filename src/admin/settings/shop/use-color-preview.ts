import { useEffect } from 'react';
import { shopColorRules } from '../../../browser/shop-color-rules.ts';
import { colorStyle, contrastIssues, type ShopColors } from '#shared/domain/shop-colors.ts';

const isColor = (text: string) => /^(#[\da-f]{6})?$/i.test(text);

/** Shows the whole page in these colors while they are chosen, if they can be read; returns why they cannot. */
export function useColorPreview({ paper, accent, paperDark, accentDark }: ShopColors) {
  const colors = { paper, accent, paperDark, accentDark };
  const isComplete = Object.values(colors).every(isColor);
  const issues = isComplete ? contrastIssues(colors) : [];
  const style = isComplete && issues.length === 0 ? colorStyle(colors) : null;
  useEffect(() => {
    // The page has the rules already if the shop had chosen colors; the content security policy allows adopted sheets.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(shopColorRules);
    document.adoptedStyleSheets.push(sheet);
  }, []);
  useEffect(() => {
    if (style !== null) document.documentElement.setAttribute('style', style);
  }, [style]);
  return issues;
}
