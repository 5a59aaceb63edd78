import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pictureWidths } from '../../../src/ui/picture-url.ts';
import { startSite, startUpstream, type Running } from './site-server.ts';

let bucket: Running;
let site: Running;
const files = new Map<string, Uint8Array>();

beforeAll(async () => {
  bucket = await startUpstream((request, response) => {
    const file = files.get(request.url?.split('/').at(-1) ?? '');
    response.writeHead(request.url?.endsWith('away.png') ? 500 : file ? 200 : 404);
    response.end(file);
  });
  site = await startSite(bucket.url);
});

afterAll(async () => {
  await site.stop();
  await bucket.stop();
});

test('a picture that cannot be decoded is not there, at every size; a bucket that is away is an error', async () => {
  const create = { width: 400, height: 300, channels: 3, background: '#2f3e55' } as const;
  const whole = await sharp({ create }).png().toBuffer();
  files.set('whole.png', whole);
  files.set('half.png', whole.subarray(0, whole.length / 2));
  files.set('spoilt.png', Buffer.from(whole).fill(7, 40, whole.length - 20));
  files.set('words.png', Buffer.from('no picture'));
  const ask = async (name: string, width: number) => {
    const answer = await fetch(`${site.url}/images/${width}/products/${name}`);
    const isJson = answer.headers.get('content-type')?.includes('json');
    const { code } = isJson ? ((await answer.json()) as { code: string }) : { code: '' };
    return [answer.status, code];
  };
  for (const width of pictureWidths) {
    expect(await ask('whole.png', width)).toEqual([200, '']);
    for (const name of ['half.png', 'spoilt.png', 'words.png']) {
      expect([name, ...(await ask(name, width))]).toEqual([name, 404, 'unreadable_picture']);
    }
    expect(await ask('missing.png', width)).toEqual([404, 'not_found']);
    expect(await ask('away.png', width)).toEqual([503, 'unavailable']);
  }
});

test('colors that only wide-gamut screens show stay as they are; others need no profile', async () => {
  const create = { width: 400, height: 300, channels: 3, background: '#00ff00' } as const;
  const drawn = () => sharp({ create }).withIccProfile('srgb');
  // The same numbers, but the greenest green of Display P3.
  const wide = sharp({ create }).pipelineColourspace('rgb16').withIccProfile('p3');
  files.set('wide.jpeg', await wide.jpeg().toBuffer());
  files.set('usual.jpeg', await drawn().jpeg().toBuffer());
  const ask = async (name: string) => {
    const answer = await fetch(`${site.url}/images/160/products/${name}`);
    const bytes = await answer.arrayBuffer();
    const { dominant } = await sharp(bytes, { ignoreIcc: true }).stats();
    return { dominant, icc: (await sharp(bytes).metadata()).icc };
  };
  const [kept, usual] = [await ask('wide.jpeg'), await ask('usual.jpeg')];
  expect(kept.icc?.length).toBeLessThan(600);
  expect(kept.dominant).toEqual(usual.dominant);
  expect(usual.icc).toBeUndefined();
});
