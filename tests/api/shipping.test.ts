import { beforeAll, describe, expect, test } from 'vitest';
import { adminToken, good, newCustomer, send } from './client.ts';

let admin = '';
beforeAll(async () => {
  admin = await adminToken();
});

const post = (path: string, json: object) => send('POST', path, { token: admin, json });
const put = (path: string, json: object) => send('PUT', path, { token: admin, json });
const remove = (path: string) => send('DELETE', path, { token: admin });
const zones = async () => (await good('GET', '/shipping/zones', { token: admin })).zones;
const zoneOf = async (id: string) => (await zones()).find((it) => it._id === id);

describe('zones', () => {
  test('have countries, of which each is in one zone only', async () => {
    const json = { name: 'Far south', countries: ['BV', 'HM', 'BV'] };
    const { _id } = (await post('/shipping/zones', json)).body;
    const path = `/shipping/zones/${_id}`;
    expect(await zoneOf(_id)).toEqual({
      ...{ _id, name: 'Far south', methods: [] },
      countries: ['BV', 'HM'],
    });

    const { status, body } = await post('/shipping/zones', {
      name: 'Islands',
      countries: ['TF', 'HM'],
    });
    const message = 'Heard & McDonald Islands is in the zone Far south already.';
    expect([status, body.code, body.issues]).toEqual([
      409,
      'country_taken',
      [{ path: 'countries.1', message }],
    ]);

    const renamed = { name: 'Farther south', countries: ['HM', 'TF'] };
    expect((await put(path, renamed)).status).toBe(200);
    expect(await zoneOf(_id)).toMatchObject(renamed);
    const { shipping } = await good('GET', '/settings', { token: admin });
    expect(shipping.unserved).toContain(renamed.name);
    expect((await remove(path)).status).toBe(200);
    expect(await zoneOf(_id)).toBeUndefined();
    expect((await put(path, renamed)).status).toBe(404);
    expect((await remove(path)).status).toBe(404);
  });

  test.each([
    [{ name: '', countries: ['GS'] }, 'name'],
    [{ name: 'x'.repeat(101), countries: ['GS'] }, 'name'],
    [{ name: 'South', countries: ['gs'] }, 'countries.0'],
    [{ name: 'South', countries: ['GS', 'QQ'] }, 'countries.1'],
  ])('%o names the wrong field', async (json, path) => {
    const { status, body } = await post('/shipping/zones', json);
    expect([status, body.issues?.[0]?.path]).toEqual([400, path]);
  });
});

describe('methods', () => {
  const standard = {
    ...{ name: 'Standard', price: 0, freeFrom: null, weightBands: [], maxWeight: null },
    ...{ daysFrom: 0, daysTo: 0, position: 1 },
  };

  // Other tests order at the same time: the method is free, and for all countries.
  test('are added to a zone, changed and deleted', async () => {
    const elsewhere = (await zones()).find((it) => it.countries.length === 0);
    const zone = elsewhere?._id ?? (await post('/shipping/zones', { name: 'World' })).body._id;
    const second = await post('/shipping/zones', { name: 'Also the world' });
    expect([second.status, second.body.code]).toEqual([409, 'country_taken']);
    const form = { name: 'Standard', price: '0', freeFrom: '', maxWeight: '', daysFrom: '' };
    const added = await post(`/shipping/zones/${zone}/methods`, form);
    expect(added.status).toBe(201);
    const { _id } = added.body;
    expect((await zoneOf(zone))?.methods).toContainEqual({ _id, ...standard });
    const changed = {
      ...{ name: 'Post', price: 0, freeFrom: 0.01, maxWeight: 9_000_000, position: 2 },
      ...{ daysFrom: 2, daysTo: 4, weightBands: [{ over: 8_000_000, price: 12.5 }] },
    };
    expect((await put(`/shipping/methods/${_id}`, changed)).status).toBe(200);
    expect((await zoneOf(zone))?.methods).toContainEqual({ _id, ...changed });
    expect((await remove(`/shipping/methods/${_id}`)).status).toBe(200);
    expect((await put(`/shipping/methods/${_id}`, changed)).status).toBe(404);
    expect((await remove(`/shipping/zones/${zone}`)).status).toBe(200);
    expect((await post(`/shipping/zones/${zone}/methods`, form)).status).toBe(404);
  });

  test.each([
    ['name', { name: ' ' }],
    ['price', { price: -1 }],
    ['price', { price: '' }],
    ['freeFrom', { freeFrom: 0 }],
    ['maxWeight', { maxWeight: 0 }],
    ['maxWeight', { maxWeight: 1.5 }],
    ['daysTo', { daysFrom: 5, daysTo: 2 }],
    ['daysTo', { daysTo: 366 }],
    [
      'weightBands.1.over',
      {
        weightBands: [
          { over: 1, price: 1 },
          { over: -1, price: 1 },
        ],
      },
    ],
    ['weightBands', { weightBands: Array(21).fill({ over: 1, price: 1 }) }],
  ])('with a wrong %s are refused', async (path, wrong) => {
    const { status, body } = await put(`/shipping/methods/${crypto.randomUUID()}`, {
      ...standard,
      ...wrong,
    });
    expect([status, body.issues?.[0]?.path]).toEqual([400, path]);
  });
});

test('countries have codes and names, also for visitors and customers', async () => {
  const { token } = await newCustomer();
  for (const asked of [{}, { token }]) {
    const { countries } = await good('GET', '/countries', asked);
    expect(countries.length).toBeGreaterThan(240);
    expect(countries.find((it) => it.code === 'GB')).toMatchObject({ name: 'United Kingdom' });
    expect(countries.find((it) => it.code === 'DE')?.names).toContain('deutschland');
    const called = async (name: string) => {
      const found = await good('GET', `/countries?${new URLSearchParams({ name })}`, asked);
      return found.countries.map((it) => it.name);
    };
    expect(await called('日本国')).toEqual(['Japan']);
    expect(await called('Großbritannien')).toEqual(['United Kingdom']);
    expect([...(await called('Wakanda')), ...(await called(''))]).toEqual([]);
    const { status, body } = await send('GET', `/countries?name=${'x'.repeat(101)}`, asked);
    expect([status, body.issues?.[0]?.path]).toEqual([400, 'name']);
  }
});
