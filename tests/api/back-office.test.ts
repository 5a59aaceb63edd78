import { beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import {
  adminToken,
  formOf,
  good,
  newCategory,
  newCustomer,
  newProduct,
  pictureFile,
  send,
} from './client.ts';

let admin = '';

beforeAll(async () => {
  admin = await adminToken();
});

/** What the address of a picture answers; 400 where there is none, as hosted storage does. */
async function pictureStatus(address: string | undefined): Promise<number> {
  const response = await fetch(address ?? '');
  await response.arrayBuffer();
  return response.status;
}

describe('products', () => {
  test('are created with several pictures, sizes and colours', async () => {
    const { _id: categoryId } = await newCategory(admin);
    const fields = { title: 'Felt hat', price: '45.5', categoryId, availability: 'InStock' };
    const lists = { 'sizes[0]': 'S', 'sizes[1]': '', 'colors[0]': 'red', 'colors[1]': 'navy' };
    const { status, body } = await send('POST', '/products/create', {
      token: admin,
      form: formOf(
        { ...fields, ...lists, description: 'A hat' },
        ['images', pictureFile('front.png')],
        ['images', pictureFile('../../back.exe')],
      ),
    });
    expect([status, body.message]).toEqual([201, 'Product created successfully']);
    expect(body.product).toMatchObject({
      title: 'Felt hat',
      price: 45.5,
      sizes: ['S'],
      colors: ['red', 'navy'],
      category: { _id: categoryId },
    });
    expect(body.product.images).toHaveLength(2);
    for (const address of body.product.images) {
      expect(address).toMatch(/\/products\/[0-9a-f-]{36}\.png$/);
      expect(await pictureStatus(address)).toBe(200);
    }
  });

  test('are not created with a wrong field, in no category, or with what is no picture', async () => {
    const { _id: categoryId } = await newCategory(admin);
    const title = `Lost ${crypto.randomUUID()}`;
    const script = new File(['<svg onload="alert(1)">'], 'hat.png', { type: 'image/png' });
    const nowhere = '00000000-0000-4000-8000-000000000000';
    for (const [refused, changes, ...files] of [
      [[400, 'price'], { price: '1.999' }],
      [[400, 'categoryId'], { categoryId: 'hats' }],
      [[400, 'availability'], { availability: 'Maybe' }],
      [[409, undefined], { categoryId: nowhere }],
      [[400, 'images.1'], {}, ['images', script]],
    ] as [[number, string | undefined], object, ...[string, File][]][]) {
      const fields = { title, price: '45', categoryId, ...changes };
      const form = formOf(fields, ['images', pictureFile()], ...files);
      const { status, body } = await send('POST', '/products/create', { token: admin, form });
      expect([status, body.issues?.[0]?.path]).toEqual(refused);
    }
    const { products } = await good('GET', '/products/all');
    expect(products.map((it) => it.title)).not.toContain(title);
  });

  test('take the whole edited product back, and keep what was left out', async () => {
    const product = await newProduct(admin);
    const path = `/products/update/${product._id}`;
    const edited = { ...product, title: 'Edited', price: '12.5', availability: 'OutofStock' };
    const { message, product: after } = await good('PUT', path, { token: admin, json: edited });
    expect(message).toBe(messages.products.updated);
    const price = { price: 12.5, lowestPrice: 12.5, highestPrice: 12.5 };
    expect(after).toEqual({ ...edited, ...price, updatedAt: after.updatedAt });
    const moved = await newCategory(admin);
    const json = { ...after, categoryId: moved._id };
    const { product: last } = await good('PUT', path, { token: admin, json });
    expect(last.category).toEqual({ _id: moved._id, name: moved.name });
    const wrong = await send('PUT', path, { token: admin, json: { price: -5 } });
    expect([wrong.status, wrong.body.issues?.[0]?.path]).toEqual([400, 'price']);
  });

  test('get further pictures, two at the same moment as well', async () => {
    const product = await newProduct(admin);
    const path = `/products/${product._id}/image`;
    const add = () =>
      good('POST', path, { token: admin, form: formOf({}, ['image', pictureFile()]) });
    const [{ message }] = await Promise.all([add(), add()]);
    expect(message).toBe(messages.images.added);
    const { product: after } = await good('GET', `/products/${product._id}`);
    expect(after.images).toHaveLength(2);
    const none = await send('POST', path, { token: admin, form: formOf({ other: 'x' }) });
    expect([none.status, none.body.issues?.[0]?.path]).toEqual([400, 'image']);
  });

  test('are deleted, and come back from the trash with their pictures', async () => {
    const { product } = await good('POST', '/products/create', {
      token: admin,
      form: formOf({ title: 'Gone', price: '1', categoryId: (await newCategory(admin))._id }, [
        ...(['image', pictureFile()] as const),
      ]),
    });
    const path = `/products/delete/${product._id}`;
    const { message, undo } = await good('DELETE', path, { token: admin });
    expect(message).toBe(messages.products.removed);
    expect((await send('GET', `/products/${product._id}`)).status).toBe(404);
    expect((await send('DELETE', path, { token: admin })).status).toBe(404);
    const json = { ids: undo };
    await good('POST', '/trash/restore', { token: admin, json });
    expect((await good('GET', `/products/${product._id}`)).product).toMatchObject(product);
    expect(await pictureStatus(product.images[0])).toBe(200);
    const again = await send('POST', '/trash/restore', { token: admin, json });
    expect([again.status, again.body.code]).toEqual([404, 'unknown_trash']);
  });
});

describe('categories', () => {
  test('are created from a form or from JSON, renamed, pictured and deleted', async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    const created = await send('POST', '/categories/create', {
      token: admin,
      form: formOf({ name: `  Gloves ${mark} ` }),
    });
    expect([created.status, created.body.message]).toEqual([201, messages.categories.created]);
    expect(created.body.category).toMatchObject({ name: `Gloves ${mark}` });
    expect(created.body.category.imageUrl).toBeUndefined();
    const { _id } = created.body.category;

    const renamed = await good('PUT', `/categories/update/${_id}`, {
      token: admin,
      json: { name: `Mittens ${mark}` },
    });
    expect(renamed).toMatchObject({
      message: messages.categories.updated,
      category: { name: `Mittens ${mark}` },
    });

    const signed = new File([pictureFile(), 'taken by Jane'], 'coat.png', { type: 'image/png' });
    const picture = () => formOf({}, ['image', signed]);
    const path = `/categories/${_id}/image`;
    const first = await good('POST', path, { token: admin, form: picture() });
    const second = await good('POST', path, { token: admin, form: picture() });
    expect(await pictureStatus(second.category.imageUrl)).toBe(200);
    const original = await fetch(second.category.imageUrl ?? '');
    expect(await original.text()).not.toContain('Jane');
    expect(await pictureStatus(first.category.imageUrl)).toBeGreaterThanOrEqual(400);

    const product = await newProduct(admin, { categoryId: _id });
    await good('DELETE', `/categories/delete/${_id}`, { token: admin });
    const { product: orphan } = await good('GET', `/products/${product._id}`);
    expect([orphan.category, orphan.categoryId]).toEqual([null, null]);
  });
});

test('customers review products, and everybody reads it', async () => {
  const { token } = await newCustomer();
  const { _id } = await newProduct(admin);
  const path = `/reviews/products/${_id}/reviews`;
  expect((await good('GET', path)).reviews).toEqual([]);
  const added = await send('POST', path, { token, json: { rating: '4', comment: ' Warm ' } });
  expect([added.status, added.body.message]).toEqual([201, messages.reviews.added]);
  const { reviews } = await good('GET', path);
  expect(reviews).toMatchObject([{ rating: 4, comment: 'Warm', user: { firstname: 'Ada' } }]);
  for (const [field, value] of Object.entries({ rating: 6, comment: '' })) {
    const json = { rating: 5, comment: 'Fine', [field]: value };
    const { status, body } = await send('POST', path, { token, json });
    expect([status, body.issues?.[0]?.path]).toEqual([400, field]);
  }
});
