import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { documentOf, isEmptyText, isLink, plainTextOf } from '#shared/domain/rich-text.ts';
import type { Block, RichText } from '#shared/domain/rich-text.ts';
import { richText } from '#shared/schemas/rich-text.ts';
import { documentOfHtml } from '../../../supabase/functions/api/html-document.ts';
import { htmlOfDocument, tidied } from '../../../supabase/functions/api/document-html.ts';
import { drawn as htmlOf, strangeIn } from '../../support/drawn-html.ts';
import { vectors } from './xss-vectors.ts';

const cleaned = (html: string) => documentOfHtml(html).content;
const paragraph = (text: string): Block => ({
  type: 'paragraph',
  content: [{ type: 'text', text }],
});
const doc = (...content: Block[]): RichText => ({ type: 'doc', content });

describe('HTML that comes in', () => {
  test.for(vectors)('becomes a document without a script: %j', (html) => {
    const found = documentOfHtml(html);
    expect(richText.safeParse(found).error?.issues).toBeUndefined();
    expect(strangeIn(found)).toEqual([]);
  });

  test('whatever it is, becomes a document that can be saved and drawn', () => {
    const pieces = fc.constantFrom(
      ...['<ul>', '<ol>', '<li>', '</li>', '</ul>', '<table>', '<tr>', '<td colspan=9>', '<th>'],
      ...[
        '</table>',
        '<b>',
        '</b>',
        '<a href="/x">',
        '<a href=javascript:x>',
        '</a>',
        '<p>',
        '<h2>',
      ],
      ...['<h4>', '</h4>', '<br>', '<img src="/images/640/pages/a.webp" alt=\'"><script>\'>', '<'],
      ...['<script>', '</script>', '<!--', '-->', '&lt;', '&#0;', '\u0000', '<svg>', '"', "'", '>'],
    );
    const html = fc.array(fc.oneof(pieces, fc.string())).map((it) => it.join(''));
    fc.assert(
      fc.property(html, (it) => {
        const found = documentOfHtml(it);
        expect(richText.safeParse(found).error?.issues).toBeUndefined();
        expect(strangeIn(found)).toEqual([]);
      }),
      { numRuns: 300, seed: 33 },
    );
  });

  test('keeps headings, emphasis, links, lists, tables and pictures of the shop', () => {
    const html =
      '<h1>Wool</h1><p>Soft &amp; <b>warm <i>and</i></b> <a href="https://x.example">kind</a></p>' +
      '<ul><li>One<ul><li>Two</li></ul></li></ul><table><tr><th>EU</th><td>40</td></tr></table>' +
      '<img src="https://shop.example/storage/v1/object/public/images/pages/480x320-a.webp" alt="Looms" width="480" height="320">' +
      '<img src="https://other.example/spy.gif">';
    expect(htmlOf(documentOfHtml(html))).toBe(
      '<h2 id="wool">Wool</h2><p>Soft &amp; <strong>warm </strong><strong><em>and</em></strong> ' +
        '<a href="https://x.example" rel="noopener noreferrer">kind</a></p>' +
        '<ul><li>One<ul><li>Two</li></ul></li></ul>' +
        '<div class="scrolls" tabindex="0" role="group" aria-label="Table"><table><tbody>' +
        '<tr><th scope="col">EU</th><td>40</td></tr></tbody></table></div>' +
        '<img src="/images/640/pages/480x320-a.webp" srcset="" sizes="100vw" alt="Looms" width="480" height="320" loading="lazy" decoding="async">',
    );
  });

  test('is read from a file of its document as the same document, of any other as a tidied one', () => {
    for (const html of vectors) {
      const found = documentOfHtml(html);
      expect(documentOfHtml(htmlOfDocument(found)), html).toEqual(found);
    }
    const words = fc.constantFrom(' ', '  ', 'a', 'b ', ' <', '\n', '\u00a0', '\u200b', '&amp;');
    const inline = fc.record({
      type: fc.constant('text' as const),
      text: fc.array(words, { minLength: 1, maxLength: 4 }).map((it) => it.join('')),
      marks: fc.subarray([
        { type: 'bold' as const },
        { type: 'italic' as const },
        { type: 'link' as const, attrs: { href: '/shop' } },
      ]),
    });
    const line = fc.array(fc.oneof(inline, fc.constant({ type: 'hardBreak' as const })));
    const lines = line.map((content) => ({ type: 'paragraph' as const, content }));
    const block: fc.Arbitrary<Block> = fc.oneof(
      lines,
      line.map((content) => ({ type: 'heading' as const, attrs: { level: 3 as const }, content })),
      lines.map((it) => ({
        type: 'bulletList' as const,
        content: [{ type: 'listItem' as const, content: [it, it] as [typeof it, typeof it] }],
      })),
      lines.map((it) => ({
        type: 'table' as const,
        content: [
          {
            type: 'tableRow' as const,
            content: [{ type: 'tableCell' as const, content: [it, it] }],
          },
        ],
      })),
    );
    fc.assert(
      fc.property(fc.array(block), (content) => {
        const once = tidied({ type: 'doc', content });
        expect(richText.safeParse(once).error?.issues).toBeUndefined();
        expect(tidied(once)).toEqual(once);
      }),
      { seed: 33 },
    );
  });

  test('nested without end, is cut off instead of failing', () => {
    for (const tag of ['<div>', '<ul><li>', '<table><tr><td>', '<b>']) {
      const found = documentOfHtml(`${tag.repeat(3000)}deep`);
      expect(richText.safeParse(found).success).toBe(true);
    }
    const lists = documentOfHtml(`${'<ul><li>x'.repeat(8)}`);
    expect(richText.safeParse(lists).success).toBe(true);
    expect(plainTextOf(lists).match(/x/g)).toHaveLength(8);
  });
});

describe('A document', () => {
  test.for<[string, unknown]>([
    ['HTML', '<p>Text</p>'],
    ['an unknown node', doc({ type: 'iframe' } as unknown as Block)],
    [
      'an unknown attribute',
      doc({ ...paragraph('x'), attrs: { onclick: 'x' } } as unknown as Block),
    ],
    ['a heading of the page', doc({ type: 'heading', attrs: { level: 1 } } as unknown as Block)],
    ['a picture of another site', picture('https://x.example/a.png')],
    ['a picture outside of the bucket', picture('../../secret.png')],
    ['a picture in a script', picture('javascript:alert(1)//a.png')],
    ['a link with a script', linked('javascript:alert(1)')],
    ['a null character', doc(paragraph('a\u0000'))],
    ['lists without end', nested(9)],
    ['too much', doc(...Array.from({ length: 3000 }, () => paragraph('x'.repeat(50))))],
  ])('is refused with %s', (_, value) => {
    expect(richText.safeParse(value).success).toBe(false);
  });

  test('that is refused, is told where and why', () => {
    const issue = richText.safeParse(linked('javascript:alert(1)')).error?.issues[0];
    expect(issue?.path.join('.')).toBe('content.0.content.0.marks.0.attrs.href');
    expect(issue?.message).toContain('A path of the shop');
  });

  test('of a deep list and a wide table is taken', () => {
    expect(richText.safeParse(nested(4)).success).toBe(true);
    expect(
      richText.safeParse(documentOfHtml('<table><tr><td rowspan=2>1<th>2</table>')).success,
    ).toBe(true);
  });

  test('drawn without having been checked, is as safe', () => {
    for (const text of [
      linked('javascript:alert(1)'),
      linked('" onmouseover="alert(1)'),
      picture('x" onerror="alert(1)'),
      doc(paragraph('<script>alert(1)</script>')),
      doc({ type: 'script' } as unknown as Block),
    ]) {
      expect(strangeIn(text)).toEqual([]);
    }
  });

  test('with any text, shows exactly that text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), (text) => {
        const [drawn] = parseDocument(htmlOf(doc(paragraph(text)))).children;
        const [shown] = drawn && 'children' in drawn ? drawn.children : [];
        expect(shown && 'data' in shown ? shown.data : '').toBe(text);
      }),
      { numRuns: 50, seed: 33 },
    );
  });

  test('as a part of a page, has smaller headings without addresses, and in a file no frames', () => {
    const text = documentOfHtml('<h2>Fit</h2><h3>Wide</h3><table><tr><td>S</table>');
    const table = '<table><tbody><tr><td>S</td></tr></tbody></table>';
    expect(htmlOf(text, 'file')).toBe(`<h2>Fit</h2><h3>Wide</h3>${table}`);
    expect(htmlOf(text, 'part')).toBe(
      `<h3>Fit</h3><h4>Wide</h4><div class="scrolls" tabindex="0" role="group" aria-label="Table">${table}</div>`,
    );
  });

  test('has a text without markup, and is made of one', () => {
    const html =
      '<h2>Fit</h2><ul><li>Wide<br>cut</li></ul><ol><li>A</li><li>B</li></ol><table><tr><td>S<td>36</table>';
    expect(plainTextOf(documentOfHtml(html))).toBe('Fit\n\n• Wide\n  cut\n\n1. A\n2. B\n\nS | 36');
    const text = 'One\ntwo\n\nThree < four';
    expect(plainTextOf(documentOf(text))).toBe(text);
    expect(richText.safeParse(documentOf(text)).success).toBe(true);
    expect([doc(), doc({ type: 'paragraph' }), documentOf(' ')].every(isEmptyText)).toBe(true);
    expect(isEmptyText(picture('pages/a.webp'))).toBe(false);
    expect(cleaned(' ')).toEqual([]);
  });

  test.for([
    ['/shop?sort=latest#top', true],
    ['https://shop.example/ä', true],
    ['mailto:hello@shop.example', true],
    ['tel:+15550100142', true],
    ...[
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
    ].map((it) => [it, false] as const),
    ...['java\nscript:x', '\u0001javascript:x', 'vbscript:x', 'https://', 'shop', '', '#top'].map(
      (it) => [it, false] as const,
    ),
  ] as const)('links to %j: %s', ([href, may]) => {
    expect(isLink(href)).toBe(may);
  });
});

function picture(src: string): RichText {
  return doc({ type: 'image', attrs: { src, alt: '"><script>', width: 8, height: 8 } });
}

function linked(href: string): RichText {
  const marks = [{ type: 'link', attrs: { href } } as const];
  return doc({ type: 'paragraph', content: [{ type: 'text', text: 'here', marks }] });
}

function nested(depth: number): RichText {
  const item = { type: 'paragraph' } as const;
  let list: Block = { type: 'bulletList', content: [{ type: 'listItem', content: [item] }] };
  for (let it = 1; it < depth; it += 1) {
    list = { type: 'bulletList', content: [{ type: 'listItem', content: [item, list] }] };
  }
  return doc(list);
}
