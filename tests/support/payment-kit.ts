import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PaymentProviderError,
  type FoundPayment,
  type OpenedPayment,
  type PageProvider,
  type PaymentProvider,
  type PaymentToOpen,
  type WebhookRequest,
} from '#shared/payments/provider.ts';
import type { PaymentVariables } from '#shared/payments/variables.ts';

/* The test kit that any payment provider has to pass: docs/payments.md. */

/** An account at a provider, at its sandbox. */
export interface Merchant {
  variables: PaymentVariables;
  /** The same, at an address where nobody answers. */
  away: Partial<PaymentVariables>;
  /** The same, with a key that the provider does not know. */
  otherKey: Partial<PaymentVariables>;
  /** Pays the page of a payment, as a shopper does. */
  pay(page: string): Promise<unknown>;
  /** The provider's message that a payment was paid, as the shop gets it. */
  message(reference: string): Promise<WebhookRequest>;
  close(): Promise<void>;
}

async function failure(work: Promise<unknown>): Promise<{ reached: boolean }> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof PaymentProviderError) return { reached: error.reached };
  throw new Error(`No error of the provider: ${String(error)}`);
}

/** What a provider says of itself. */
export function testFacts(provider: PaymentProvider, variables: PaymentVariables): void {
  test(`${provider.title} says what it is and takes`, () => {
    const { name, title, action } = provider;
    expect(name).toMatch(/^[a-z_]{1,30}$/);
    expect([title.trim(), action.trim()]).not.toContain('');
    const { mode, currencies, minimums, countries } = provider.facts(variables);
    expect(['live', 'test', 'off']).toContain(mode);
    for (const code of [...(currencies ?? []), ...Object.keys(minimums)]) {
      expect(code).toMatch(/^[A-Z]{3}$/);
    }
    for (const least of Object.values(minimums)) expect(least).toBeGreaterThan(0);
    for (const code of countries ?? []) expect(code).toMatch(/^[A-Z]{2}$/);
  });
}

const newPayment = (): PaymentToOpen => ({
  reference: `${crypto.randomUUID()}.1`,
  ...{ orderNumber: 'HM-1001', email: 'ada@hemline.example', amount: 12_345, currency: 'USD' },
  returnUrl: 'http://shop.example/checkout/complete',
});

/** What a provider with a page does. */
export function testPages(provider: PageProvider, openMerchant: () => Promise<Merchant>): void {
  describe(`${provider.title}, like every provider with a page`, () => {
    let merchant: Merchant;
    let variables: PaymentVariables;
    beforeAll(async () => {
      merchant = await openMerchant();
      ({ variables } = merchant);
    });
    afterAll(() => merchant.close());

    async function open(): Promise<OpenedPayment & { url: string }> {
      const payment = newPayment();
      return { ...payment, ...(await provider.open(variables, payment)) };
    }
    async function look(payment: OpenedPayment): Promise<FoundPayment> {
      const found = await provider.lookUp(variables, payment);
      if (!found) throw new Error('The provider does not know the payment');
      return found;
    }

    test('opens one page for a reference', async () => {
      const payment = newPayment();
      const first = await provider.open(variables, payment);
      expect(first.url).toMatch(/^https?:\/\//);
      // Either the same page again, or a rejection.
      const again = await provider.open(variables, payment).catch((error: unknown) => error);
      if (again instanceof PaymentProviderError) expect(again.reached).toBe(true);
      else expect(again).toEqual(first);
    });

    test('finds a payment with its status, amount and currency', async () => {
      const payment = await open();
      expect(['open', 'abandoned']).toContain((await look(payment)).status);
      await merchant.pay(payment.url);
      const { amount, currency } = payment;
      const paid = await look(payment);
      expect(paid).toMatchObject({ status: 'paid', amount, currency });
      expect(paid.paymentId).not.toBeNull();
      await provider.close(variables, payment);
      expect((await look(payment)).status).toBe('paid');
      const unknown = { ...newPayment(), providerId: 'unknown' };
      expect(await provider.lookUp(variables, unknown)).toBeNull();
    });

    test('refunds a part and the rest, and never more than was paid', async () => {
      const payment = await open();
      await merchant.pay(payment.url);
      const found = await look(payment);
      expect(await provider.listRefunds(variables, found)).toEqual([]);
      const { reference, currency } = payment;
      const refund = (amount: number) => {
        const id = crypto.randomUUID();
        return { id, made: provider.refund(variables, { id, reference, found, amount, currency }) };
      };
      const part = refund(2_345);
      const { providerId } = await part.made;
      expect(await provider.listRefunds(variables, found)).toMatchObject([
        { id: part.id, providerId, amount: 2_345 },
      ]);
      expect((await look(payment)).status).toBe('paid');
      expect(await failure(refund(10_001).made)).toEqual({ reached: true });
      await refund(10_000).made;
      expect((await look(payment)).status).toBe('reversed');
    });

    test('tells of a payment by a signed message, and by no other', async () => {
      const payment = await open();
      await merchant.pay(payment.url);
      const { reference, amount, currency } = payment;
      const message = await merchant.message(reference);
      const read = (more: Partial<WebhookRequest> = {}, changed = variables) =>
        provider.readWebhook(changed, { ...message, ...more });
      const event = { kind: 'paid', reference, amount, currency };
      expect(await read()).toMatchObject({ result: 'read', event });
      const text = new TextDecoder().decode(message.body);
      const notSigned = { result: 'refused', reason: 'not_signed' };
      const body = new TextEncoder().encode(text.replace('12345', '12344'));
      expect(await read({ body })).toEqual(notSigned);
      expect(await read({ header: () => undefined })).toEqual(notSigned);
      expect(await read({}, { ...variables, ...merchant.otherKey })).toEqual(notSigned);
    });

    test('says by its check whether the key is right', async () => {
      expect(await provider.check(variables)).toBeNull();
      expect(await provider.check({ ...variables, ...merchant.otherKey })).toMatch(/./);
      expect(await provider.check({ ...variables, ...merchant.away })).toMatch(/./);
    });

    test('that is down is told apart from one that rejects', async () => {
      const payment = await open();
      const away = { ...variables, ...merchant.away };
      const found: FoundPayment = {
        ...{ status: 'paid', detail: '', amount: 12_345, currency: 'USD' },
        ...{ paymentId: '1', payload: {} },
      };
      const { reference, currency } = payment;
      const refund = { id: crypto.randomUUID(), reference, found, amount: 1, currency };
      for (const work of [
        provider.open(away, newPayment()),
        provider.lookUp(away, payment),
        provider.listRefunds(away, found),
        provider.refund(away, refund),
      ]) {
        expect(await failure(work)).toEqual({ reached: false });
      }
    });
  });
}
