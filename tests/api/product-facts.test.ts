import { beforeAll, describe, expect, test } from 'vitest';
import { factNames } from '#shared/domain/product-facts.ts';
import { adminToken, formOf, good, newCategory, newCustomer, newProduct, send } from './client.ts';

let admin = '';
beforeAll(async () => {
  admin = await adminToken();
});

const facts = {
  composition: '100% linen',
  care: 'Wash at 30 °C, dry flat',
  fit: 'Cut loose',
  origin: 'Woven in Portugal',
  delivery: 'Sent within a week',
};
/** As a form sends it. */
const handling = { length: '112', weight: '480', taxClass: 'reduced' };
const kept = { ...facts, ...handling, length: 112, weight: 480 };

describe('facts of a product', () => {
  test('are kept with it, and stay when an update leaves them out', async () => {
    const { _id, categoryId } = await newProduct(admin);
    const path = `/products/update/${_id}`;
    const named = { title: 'Linen shirt', price: '40', categoryId: categoryId ?? '' };
    const form = formOf({ ...named, ...facts, ...handling });
    const { product: made } = await good('POST', '/products/create', { token: admin, form });
    expect(made).toMatchObject({ ...kept, status: 'published' });
    expect((await good('GET', `/products/${made._id}`)).product).toMatchObject(made);

    const { product } = await good('PUT', path, { token: admin, json: { ...facts, ...handling } });
    expect(product).toMatchObject(kept);
    const json = { price: 41, care: '' };
    const { product: after } = await good('PUT', path, { token: admin, json });
    expect(after).toMatchObject({ ...kept, price: 41, care: '' });
  });

  test('are refused by name where they are wrong, and may have 500 characters', async () => {
    const { _id } = await newProduct(admin);
    const update = (json: object) => send('PUT', `/products/update/${_id}`, { token: admin, json });
    const tooLong = factNames.map((it) => [it, 'x'.repeat(501)] as const);
    for (const [name, value] of [
      ...tooLong,
      ...([
        ['length', 401],
        ['weight', -1],
        ['weight', 100_001],
        ['weight', '1.5'],
        ['taxClass', 'luxury'],
      ] as const),
    ]) {
      const { status, body } = await update({ [name]: value });
      expect([status, body.issues?.[0]?.path]).toEqual([400, name]);
    }
    const json = Object.fromEntries(factNames.map((it) => [it, 'x'.repeat(500)]));
    expect((await update(json)).body.product).toMatchObject({
      ...{ ...json, length: 0, weight: 0, taxClass: 'standard' },
    });
  });
});

describe('a draft', () => {
  test('is read by administrators only, until it is published', async () => {
    const { token } = await newCustomer();
    const { _id } = await newProduct(admin, { title: `Draft ${crypto.randomUUID()}` });
    const bulk = (status: string) =>
      send('POST', '/products/admin/bulk', {
        token: admin,
        json: { action: 'status', ids: [_id], status },
      });
    const json = { productId: _id, quantity: 1, size: 'M', color: 'navy' };
    await good('POST', '/cart/add-to-cart', { token, json });
    const inCart = async () =>
      (await good('GET', '/cart/get-cart', { token })).cart.products.map(
        (it) => it.product.published,
      );
    expect(await inCart()).toEqual([true]);
    expect((await bulk('draft')).body.count).toBe(1);
    expect(await inCart()).toEqual([false]);
    for (const caller of [undefined, token, admin]) {
      const options = caller === undefined ? {} : { token: caller };
      for (const path of [`/products/${_id}`, `/products/${_id}/related`])
        expect((await send('GET', path, options)).status).toBe(404);
    }
    expect((await send('POST', '/cart/add-to-cart', { token, json })).body.code).toBe(
      'unknown_product',
    );
    const review = { token, json: { rating: 5, comment: 'Fine' } };
    expect((await send('POST', `/reviews/products/${_id}/reviews`, review)).status).toBe(404);
    const path = `/products/admin/${_id}`;
    expect((await good('GET', path, { token: admin })).product).toMatchObject({ status: 'draft' });
    const listed = await good('GET', '/products/admin/list?status=draft&limit=100', {
      token: admin,
    });
    expect(listed.products.map((it) => it._id)).toContain(_id);
    expect(new Set(listed.products.map((it) => it.status))).toEqual(new Set(['draft']));

    expect((await bulk('published')).status).toBe(200);
    expect((await good('GET', `/products/${_id}`)).product.status).toBe('published');
    const wrong = await bulk('hidden');
    expect([wrong.status, wrong.body.issues?.[0]?.path]).toEqual([400, 'status']);
  });

  test('is made at once, or by an update', async () => {
    const { _id, categoryId } = await newProduct(admin);
    const form = formOf({
      ...{ title: 'Shirt', price: '40', categoryId: categoryId ?? '', status: 'draft' },
    });
    const { product } = await good('POST', '/products/create', { token: admin, form });
    expect((await send('GET', `/products/${product._id}`)).status).toBe(404);
    const json = { status: 'draft' };
    await good('PUT', `/products/update/${_id}`, { token: admin, json });
    expect((await send('GET', `/products/${_id}`)).status).toBe(404);
  });
});

describe('the size guide of a category', () => {
  test('is set, read by everybody, and deleted; what is wrong in it is named', async () => {
    const category = await newCategory(admin, 'Smocks');
    const path = `/categories/${category._id}/size-guide`;
    expect((await good('GET', path)).sizeGuide).toBeNull();
    const guide = {
      measures: ['Chest', 'Length'],
      sizes: [{ size: 'S', eu: '36', uk: '8', us: '4', cm: ['85 - 90', '66'] }],
    };
    const { sizeGuide } = await good('PUT', path, { token: admin, json: guide });
    expect(sizeGuide).toMatchObject({
      category: { _id: category._id, name: category.name },
      sizes: [{ size: 'S', eu: '36', cm: ['85–90', '66'] }],
    });
    expect((await good('GET', path)).sizeGuide).toEqual(sizeGuide);
    const { sizeGuides } = await good('GET', '/categories/size-guides');
    expect(sizeGuides).toContainEqual(sizeGuide);
    const wrong = { ...guide, sizes: [{ size: 'S', cm: ['tall', '66'] }] };
    const refused = await send('PUT', path, { token: admin, json: wrong });
    expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([400, 'sizes.0.cm.0']);
    // Two administrators who had both read it: the second is told.
    const known = { ...guide, updatedAt: sizeGuide?.updatedAt };
    await good('PUT', path, { token: admin, json: { ...known, measures: ['Chest', 'Hips'] } });
    for (const updatedAt of [known.updatedAt, null]) {
      const late = await send('PUT', path, { token: admin, json: { ...guide, updatedAt } });
      expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile']);
    }
    expect((await good('GET', path)).sizeGuide?.measures).toEqual(['Chest', 'Hips']);
    await good('DELETE', path, { token: admin });
    expect((await good('GET', path)).sizeGuide).toBeNull();
  });

  test('goes with its category, and comes back with it', async () => {
    const category = await newCategory(admin, 'Capes');
    const path = `/categories/${category._id}/size-guide`;
    const guide = { measures: ['Chest'], sizes: [{ size: 'S', cm: ['85'] }] };
    const { sizeGuide } = await good('PUT', path, { token: admin, json: guide });
    const { undo } = await good('DELETE', `/categories/delete/${category._id}`, { token: admin });
    expect((await send('GET', path)).status).toBe(404);
    await good('POST', '/trash/restore', { token: admin, json: { ids: undo } });
    expect((await good('GET', path)).sizeGuide).toEqual(sizeGuide);
  });
});
