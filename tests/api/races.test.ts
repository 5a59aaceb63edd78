import { beforeAll, expect, test } from 'vitest';
import { adminToken, good, newProduct, pictureFile } from './client.ts';

let tokens: string[] = [];

beforeAll(async () => {
  tokens = await Promise.all([adminToken(), adminToken()]);
});

test('two administrators who save one product at the same moment: it is wholly what one of them saved', async () => {
  const { _id } = await newProduct(tokens[0] ?? '');
  for (let round = 1; round <= 10; round += 1) {
    const saved = tokens.map((token, who) => ({
      token,
      json: {
        title: `Coat ${round} of ${who}`,
        description: `As ${who} describes it`,
        price: round + who / 10,
        availability: who === 0 ? 'InStock' : 'OutofStock',
        sizes: [`${who}`],
        colors: [`colour ${who}`, 'navy'],
      },
    }));
    await Promise.all(saved.map((options) => good('PUT', `/products/update/${_id}`, options)));
    const { product } = await good('GET', `/products/${_id}`);
    const winner = saved.find(({ json }) => json.title === product.title);
    expect(winner).toBeDefined();
    expect(product).toMatchObject(winner?.json ?? {});
  }
});

test('two administrators who change different things of one product: both changes stand', async () => {
  const [first = '', second = ''] = tokens;
  const { _id, images } = await newProduct(first);
  for (let round = 1; round <= 10; round += 1) {
    const [title, price] = [`Coat ${round}`, 20 + round];
    await Promise.all([
      good('PUT', `/products/update/${_id}`, { token: first, json: { title } }),
      good('PUT', `/products/update/${_id}`, { token: second, json: { price } }),
    ]);
    expect((await good('GET', `/products/${_id}`)).product).toMatchObject({ title, price });
  }
  const form = new FormData();
  form.set('image', pictureFile());
  await Promise.all([
    good('POST', `/products/${_id}/image`, { token: first, form }),
    good('PUT', `/products/update/${_id}`, { token: second, json: { title: 'Pictured' } }),
  ]);
  const { product } = await good('GET', `/products/${_id}`);
  expect(product.title).toBe('Pictured');
  expect(product.images).toHaveLength(images.length + 1);
});
