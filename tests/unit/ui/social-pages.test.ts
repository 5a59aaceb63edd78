import { expect, test } from 'vitest';
import { phoneLink } from '../../../src/ui/phone-link.ts';
import { socialPages } from '../../../src/ui/social-pages.ts';

test('pages elsewhere are named by what is known of their host, others by the host', () => {
  const named = (links: string) => socialPages(links).map(({ name }) => name);
  expect(named('https://www.instagram.com/mill\nhttps://pinterest.com/mill')).toEqual([
    ...['Instagram', 'Pinterest'],
  ]);
  expect(named('https://m.mill.social/@a\nhttps://constructor/')).toEqual([
    ...['m.mill.social', 'constructor'],
  ]);
  // As a preview has it while it is typed.
  expect(named('\nhttps\nhttps://')).toEqual([]);
});

test('a phone number is called without its spaces and signs', () => {
  expect(phoneLink('+49 (30) 1234-56')).toBe('tel:+4930123456');
});
