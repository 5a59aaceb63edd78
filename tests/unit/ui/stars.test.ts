import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Stars } from '../../../src/ui/Stars.tsx';

test.for([
  [4.5, '4.5 out of 5 stars', 120],
  [4.4449, '4.4 out of 5 stars', 117.6],
  [5, '5 out of 5 stars', 135],
  [0, 'Not rated yet', 0],
] as const)('a rating of %f is shown and read out as it is', ([rating, label, filled]) => {
  const html = renderToStaticMarkup(createElement(Stars, { rating }));
  expect(html).toContain(`aria-label="${label}"`);
  expect(Number(/<svg width="([\d.]+)" height="24">/.exec(html)?.[1])).toBeCloseTo(filled);
});
