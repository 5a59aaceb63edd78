import { expect, test } from 'vitest';
import { llmsText } from '../../../src/storefront/seo/llms.ts';

test('the text for language models has a title, a summary and lists of links, and no other Markdown', () => {
  const text = llmsText(
    'https://shop.example',
    { name: 'Mill & Daughters', description: 'Coats,\n# not headings' },
    [
      {
        heading: 'Shop',
        links: [
          { title: 'Sale [50%]', path: '/category/1', about: 'Up to *half*' },
          { title: 'All products', path: '/shop', about: undefined },
        ],
      },
      { heading: 'Nothing', links: [] },
    ],
  );
  expect(text).toBe(
    [
      '# Mill & Daughters',
      '> Coats, \\# not headings',
      '## Shop',
      '- [Sale \\[50%\\]](https://shop.example/category/1): Up to \\*half\\*\n- [All products](https://shop.example/shop)\n',
    ].join('\n\n'),
  );
});

test('a shop that says nothing about itself has no summary', () => {
  expect(llmsText('https://shop.example', { name: 'Mill', description: '' }, [])).toBe('# Mill\n');
});
