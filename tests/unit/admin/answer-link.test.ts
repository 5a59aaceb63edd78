import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerLink } from '../../../src/admin/messages/messages.ts';

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: { shop: 'Mill & Co.' } } });
});
afterEach(() => vi.unstubAllGlobals());

const message = {
  _id: '1',
  firstname: 'Ada',
  lastname: 'Weaver',
  email: 'ada@example.com',
  message: 'Is it wool?\nAnd the lining?',
  createdAt: '2026-11-21T10:00:00.000Z',
  readAt: null,
  answer: '',
  answeredAt: null,
  product: null,
};

test('the answer goes to the writer and quotes what was written', () => {
  const link = answerLink(message);
  expect(link).toMatch(/^mailto:ada@example\.com\?subject=/);
  expect(new URL(link).searchParams.get('subject')).toBe('Your message to Mill & Co.');
  expect(decodeURIComponent(link)).toContain('> Is it wool?\n> And the lining?');
});

test('an address cannot add receivers or words of its own', () => {
  const link = answerLink({ ...message, email: 'a@b.c?bcc=spy@evil.example&x=' });
  expect(new URL(link).searchParams.get('bcc')).toBeNull();
});

test('a long message does not make an address that mail programs cut', () => {
  expect(answerLink({ ...message, message: 'wool '.repeat(1000) }).length).toBeLessThan(2000);
});
