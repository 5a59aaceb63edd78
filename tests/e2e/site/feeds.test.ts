import { expect, test } from 'vitest';
import { stack } from '../../support/stack.ts';
import { itemsIn, readGoogleFeed } from '../../support/google-feed.ts';

const fetchFeed = async (name: string) => {
  const response = await fetch(`${stack().siteUrl}/feeds/${name}.xml`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('public, max-age=300');
  return response.text();
};

test('the feed of the demo shop keeps Google’s rules, and Meta’s has the same items', async () => {
  const google = await fetchFeed('google');
  const items = readGoogleFeed(google);
  expect(items.length).toBeGreaterThan(100);
  const [first] = items;
  const picture = await fetch(first?.image_link ?? '');
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
  expect((await fetch(first?.link ?? '')).status).toBe(200);
  const meta = itemsIn(await fetchFeed('meta'));
  expect(meta.map((it) => it['availability'])).toContain('in stock');
  const unknown = await fetch(`${stack().siteUrl}/feeds/other.xml`);
  expect(unknown.status).toBe(404);
});
