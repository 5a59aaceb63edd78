import { request } from 'node:http';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { newAdministrator, newCustomer, serviceRole, visitor, type Person } from './clients.ts';
import { stack } from '../support/stack.ts';

const background = { r: 31, g: 59, b: 51 };
const folder = `trial-${crypto.randomUUID()}`;
let picture: Buffer<ArrayBuffer>;
let administrator: Person;

beforeAll(async () => {
  const drawn = sharp({ create: { width: 400, height: 300, channels: 3, background } });
  picture = Buffer.from(await drawn.webp().toBuffer());
  administrator = await newAdministrator();
});

function asFile(): File {
  return new File([picture], 'front.webp', { type: 'image/webp' });
}

describe('uploading', () => {
  test('an administrator uploads a form file, and everybody sees it with its type and lifetime', async () => {
    const bucket = administrator.client.storage.from('images');
    const { error } = await bucket.upload(`${folder}/form.webp`, asFile(), { cacheControl: '600' });
    expect(error).toBeNull();
    const shown = await fetch(bucket.getPublicUrl(`${folder}/form.webp`).data.publicUrl);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-type')).toBe('image/webp');
    expect(shown.headers.get('cache-control')).toContain('600');
    expect(Buffer.from(await shown.arrayBuffer()).equals(picture)).toBe(true);
  });

  test('bytes without a form work too', async () => {
    const bucket = administrator.client.storage.from('images');
    const { error } = await bucket.upload(`${folder}/bytes.webp`, picture, {
      contentType: 'image/webp',
    });
    expect(error).toBeNull();
    const { data } = await bucket.download(`${folder}/bytes.webp`);
    expect(data?.size).toBe(picture.length);
  });

  test('customers and visitors may not', async () => {
    const customer = await newCustomer();
    for (const client of [customer.client, visitor()]) {
      const { error } = await client.storage
        .from('images')
        .upload(`${folder}/theirs.webp`, asFile());
      expect(error?.message).toMatch(/row-level security|unauthorized/i);
    }
  });

  test('a file that stands already is replaced only when asked', async () => {
    const bucket = administrator.client.storage.from('images');
    await bucket.upload(`${folder}/twice.webp`, asFile());
    expect((await bucket.upload(`${folder}/twice.webp`, asFile())).error).not.toBeNull();
    expect(
      (await bucket.upload(`${folder}/twice.webp`, asFile(), { upsert: true })).error,
    ).toBeNull();
  });

  test('a name cannot lead out of the bucket', async () => {
    const { url, serviceRoleKey } = stack();
    const answer = await fetch(`${url}/storage/v1/object/images/%2e%2e%2f%2e%2e%2fescaped.webp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${serviceRoleKey}`, 'content-type': 'image/webp' },
      body: picture,
    });
    expect(answer.ok).toBe(false);
  });
});

describe('looking', () => {
  test('signed addresses open a file, one or several at once', async () => {
    const bucket = serviceRole().storage.from('images');
    await bucket.upload(`${folder}/signed.webp`, asFile(), { upsert: true });
    const one = await bucket.createSignedUrl(`${folder}/signed.webp`, 60);
    expect(one.error).toBeNull();
    const several = await bucket.createSignedUrls(
      [`${folder}/signed.webp`, `${folder}/none.webp`],
      60,
    );
    expect(several.error).toBeNull();
    expect(several.data?.[1]).toMatchObject({ path: `${folder}/none.webp`, signedUrl: null });
    expect(several.data?.[1]?.error).toBeTruthy();
    for (const address of [one.data?.signedUrl, several.data?.[0]?.signedUrl]) {
      const answer = await fetch(address ?? 'about:blank');
      expect(answer.status).toBe(200);
      expect((await answer.arrayBuffer()).byteLength).toBe(picture.length);
    }
  });

  test('pictures are drawn smaller when asked', async () => {
    const bucket = serviceRole().storage.from('images');
    await bucket.upload(`${folder}/large.webp`, asFile(), { upsert: true });
    const transform = { width: 100, height: 100 };
    const { publicUrl } = bucket.getPublicUrl(`${folder}/large.webp`, { transform }).data;
    expect(publicUrl).toContain('/render/image/');
    const answer = await fetch(publicUrl);
    expect(answer.status).toBe(200);
    const { width, height, format } = await sharp(
      Buffer.from(await answer.arrayBuffer()),
    ).metadata();
    expect({ width, height, format }).toEqual({ width: 100, height: 100, format: 'webp' });
    const own = await bucket.download(`${folder}/large.webp`, { transform: { width: 50 } });
    const drawn = await sharp(await own.data?.arrayBuffer()).metadata();
    expect(drawn.width).toBe(50);
  });

  test('the length of an answer is said once, and truly', async () => {
    const { url, anonKey } = stack();
    const bucket = serviceRole().storage.from('images');
    await bucket.upload(`${folder}/length.webp`, asFile(), { upsert: true });
    const file = `${url}/storage/v1/object/public/images/${folder}/length.webp`;
    expect(await rawLengths('GET', file, {})).toEqual([String(picture.length)]);
    expect(await rawLengths('HEAD', file, {})).toEqual([String(picture.length)]);
    const list = `${url}/rest/v1/categories?select=id&limit=1`;
    expect(await rawLengths('GET', list, { apikey: anonKey })).toHaveLength(1);
  });

  test('a file can be listed, moved and removed', async () => {
    const bucket = administrator.client.storage.from('images');
    await bucket.upload(`${folder}/moving/a.webp`, asFile());
    expect(
      (await bucket.move(`${folder}/moving/a.webp`, `${folder}/moving/b.webp`)).error,
    ).toBeNull();
    const { data: listed } = await bucket.list(`${folder}/moving`);
    expect(listed?.map((file) => file.name)).toEqual(['b.webp']);
    expect((await bucket.remove([`${folder}/moving/b.webp`])).data).toHaveLength(1);
    const gone = await fetch(bucket.getPublicUrl(`${folder}/moving/b.webp`).data.publicUrl);
    expect(gone.ok).toBe(false);
  });
});

describe('what a hosted project answers', () => {
  const named = (name: string) => `${folder}/hosted/${name}.webp`;

  test('a signed address takes one upload', async () => {
    const bucket = administrator.client.storage.from('images');
    const { data } = await bucket.createSignedUploadUrl(named('signed'));
    const upload = () => visitor().storage.from('images');
    const token = data?.token ?? '';
    expect((await upload().uploadToSignedUrl(named('signed'), token, asFile())).error).toBeNull();
    const again = await upload().uploadToSignedUrl(named('signed'), token, asFile());
    expect(again.error?.message).toBe('The resource already exists');
  });

  test('a file is described, and a copy names its bucket', async () => {
    const bucket = serviceRole().storage.from('images');
    await bucket.upload(named('described'), asFile());
    expect((await bucket.info(named('described'))).data).toMatchObject({
      ...{ name: named('described'), size: picture.length, contentType: 'image/webp' },
      ...{ bucketId: 'images', metadata: {}, etag: expect.any(String) as string },
    });
    const copy = await bucket.copy(named('described'), named('copy'));
    expect(copy.data?.path).toBe(`images/${named('copy')}`);
    expect((await bucket.exists(named('none'))).data).toBe(false);
  });

  test('files are listed by pages, with the folders between', async () => {
    const bucket = serviceRole().storage.from('images');
    const paged = `${folder}/paged/`;
    for (const name of ['b.webp', 'a.webp', 'c/d.webp'])
      await bucket.upload(paged + name, asFile());
    const options = { prefix: paged, limit: 2, with_delimiter: true };
    const first = await bucket.listV2(options);
    expect(first.data?.objects.map(({ name }) => name)).toEqual([
      `${paged}a.webp`,
      `${paged}b.webp`,
    ]);
    expect(first.data?.hasNext).toBe(true);
    const cursor = first.data?.nextCursor ?? '';
    const last = (await bucket.listV2({ ...options, cursor })).data;
    expect(last?.folders).toMatchObject([{ key: `${paged}c`, name: `${paged}c/` }]);
    expect(last).toMatchObject({ hasNext: false, objects: [] });
  });

  test('a bucket has limits in words', async () => {
    const { storage } = serviceRole();
    const name = `limited-${crypto.randomUUID()}`;
    await storage.createBucket(name, { public: true, fileSizeLimit: '20mb' });
    expect((await storage.getBucket(name)).data?.file_size_limit).toBe(20_000_000);
    const limits = { public: true, fileSizeLimit: 10, allowedMimeTypes: ['image/webp'] };
    expect((await storage.updateBucket(name, limits)).error).toBeNull();
    const tooLarge = await storage.from(name).upload('a.webp', asFile());
    expect(tooLarge.error?.message).toBe('The object exceeded the maximum allowed size');
    const wrong = await storage.from(name).upload('a.png', picture, { contentType: 'image/png' });
    expect(wrong.error?.message).toBe('mime type image/png is not supported');
    await storage.deleteBucket(name);
  });
});

/** As they went over the wire; fetch would join a header that came twice. */
function rawLengths(
  method: string,
  address: string,
  headers: Record<string, string>,
): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { method, headers }, (answer) => {
      const { rawHeaders } = answer;
      answer.resume();
      const isLength = (_: string, index: number): boolean =>
        index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'content-length';
      resolve(rawHeaders.filter(isLength));
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}
