import { expect, test } from 'vitest';
import { documentOf } from '#shared/domain/rich-text.ts';
import { lineDifferences } from '../../../src/admin/pages/line-differences.ts';

const page = (title: string, text: string) => ({ title, description: '', body: documentOf(text) });
const shown = (before: string, after: string) =>
  lineDifferences(page('Stores', before), page('Stores', after))
    .map(({ text, only }) => `${only === null ? ' ' : { before: '-', after: '+' }[only]}${text}`)
    .slice(2);

test('two versions are compared by their lines', () => {
  expect(shown('One\n\nTwo\n\nThree', 'One\n\nThree\n\nFour')).toEqual([
    ...[' One', '-Two', ' Three', '+Four'],
  ]);
  expect(shown('One', '')).toEqual(['-One']);
  expect(shown('', 'One')).toEqual(['+One']);
});

test('a link that leads elsewhere is a difference', () => {
  const link = (href: string) => ({
    ...page('Stores', ''),
    body: {
      type: 'doc' as const,
      content: [
        {
          type: 'paragraph' as const,
          content: [
            {
              type: 'text' as const,
              text: 'here',
              marks: [{ type: 'link' as const, attrs: { href } }],
            },
          ],
        },
      ],
    },
  });
  const lines = lineDifferences(link('/a'), link('/b'));
  expect(lines.map((it) => it.only)).toEqual([null, null, 'before', 'after']);
});
