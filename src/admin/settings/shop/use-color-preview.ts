import { useEffect } from 'react';
import { colorStyle, contrastIssues, type ShopColors } from '#shared/domain/shop-colors.ts';

const isColor = (text: string) => /^(#[\da-f]{6})?$/i.test(text);

/** Shows the whole page in these colors while they are chosen, if they can be read; returns why they cannot. */
export function useColorPreview({ paper, accent, paperDark, accentDark }: ShopColors) {
  const colors = { paper, accent, paperDark, accentDark };
  const isComplete = Object.values(colors).every(isColor);
  const issues = isComplete ? contrastIssues(colors) : [];
  const style = isComplete && issues.length === 0 ? colorStyle(colors) : null;
  useEffect(() => {
    if (style !== null) document.documentElement.setAttribute('style', style);
  }, [style]);
  return issues;
}
