import { expect, onTestFinished, test } from 'vitest';
import { shopReply } from '#shared/schemas/shop.ts';
import { shopMessages } from '#shared/shop-messages.ts';
import { mailsTo } from '../support/mailbox.ts';
import { adminToken, formOf, good, pictureFile, registeredCustomer, send } from './client.ts';

const details = async () => shopReply.parse(await good('GET', '/shop/details'));

test('everybody reads who the shop is; an administrator changes some of it, and wrong fields are named', async () => {
  const token = await adminToken();
  const { country, ...before } = await details();
  expect([before.name, before.legalName, country]).toEqual(['Hemline', 'Hemline Ltd.', '']);
  const put = (json: object) => send('PUT', '/shop/details', { token, json });
  onTestFinished(async () => void (await put(before)));
  for (const [field, value] of Object.entries({
    ...{ name: ' ', legalName: '', address: 'a'.repeat(301), email: 'post', phone: 'call us' },
    ...{ paper: 'ivory', accent: '#d9a441', paperDark: '#5a5a5a', accentDark: '#3b5a4f' },
    ...{ hours: 5, description: 'a'.repeat(301), copyrightYear: 23, typefaces: 'arial' },
    socialLinks: 'https://a.example\nwww.b.example',
  })) {
    const { status, body } = await put({ [field]: value });
    expect([status, body.issues?.[0]?.path]).toEqual([400, field]);
  }
  expect((await put({ name: 'Two\nlines' })).status).toBe(400);

  const changed = {
    ...{
      name: 'Mill & Daughters',
      phone: '',
      accent: '#7a1f4b',
      socialLinks: 'https://a.example\nhttps://b.example',
    },
  };
  const { body } = await put({
    ...changed,
    socialLinks: ' https://a.example \n\nhttps://b.example',
  });
  expect(body).toEqual({ message: shopMessages.saved, shop: { ...before, country, ...changed } });
  expect(await details()).toEqual({ ...before, country, ...changed });

  // An accent that is dark enough on white alone.
  expect((await put({ paper: '#FFFFFF', accent: '#8f6048' })).status).toBe(200);
  const { status, body: refused } = await put({ paper: '' });
  expect([status, refused.issues]).toEqual([
    ...[400, [{ path: 'accent', message: expect.stringMatching(/^The accent on its soft/) }]],
  ]);

  const words = { kind: 'guest_orders', subject: 'From {shop}', opening: 'Hello' };
  const mail = await good('POST', '/mail/preview', { token, json: words });
  expect([mail.subject, mail.text.split('\n')[0]]).toEqual([
    ...['From Mill & Daughters', 'Mill & Daughters'],
  ]);
  const { email } = await registeredCustomer();
  await good('POST', '/auth/forgot-password', { json: { email } });
  await expect
    .poll(async () => (await mailsTo(email))[0]?.subject)
    .toBe('Reset your password for Mill & Daughters');
});

test('a logo is a picture for light or dark pages, whose name tells its size; the one before is deleted', async () => {
  const token = await adminToken();
  onTestFinished(async () => {
    for (const scheme of ['light', 'dark']) {
      await send('DELETE', `/shop/logo/${scheme}`, { token });
    }
  });
  const upload = async (scheme: string, file = pictureFile()) => {
    const form = formOf({ scheme }, ['image', file]);
    return await send('POST', '/shop/logo', { token, form });
  };
  const first = await upload('light');
  expect([first.status, first.body.message]).toEqual([200, shopMessages.logoSaved]);
  const { logo } = await details();
  expect(logo).toMatch(/\/images\/shop\/\d+x\d+-[\da-f-]{36}\.\w+$/);
  expect((await fetch(logo)).status).toBe(200);
  expect((await upload('dark')).status).toBe(200);
  expect((await upload('light')).status).toBe(200);
  const now = await details();
  expect([now.logo === logo, now.logoDark !== '']).toEqual([false, true]);
  await expect.poll(async () => (await fetch(logo)).ok).toBe(false);

  const text = await upload('light', new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }));
  expect([text.status, text.body.code]).toEqual([400, 'not_accepted']);
  expect((await upload('sepia')).body.issues?.[0]?.path).toBe('scheme');
  expect((await send('DELETE', '/shop/logo/sepia', { token })).status).toBe(404);
  const removed = await good('DELETE', '/shop/logo/dark', { token });
  expect([removed.message, (await details()).logoDark]).toEqual([shopMessages.logoRemoved, '']);
});
