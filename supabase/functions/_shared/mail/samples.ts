import { shopCurrency } from '../domain/currency.ts';
import type { ClaimedMail } from '../queries/mail-rows.ts';
import { isAccountKind, type MailKind } from '../schemas/mail.ts';

const sampleId = '00000000-0000-4000-8000-000000000000';

/** A product with one of the pictures that every site has. */
const picturedBy = (name: string) => ({
  ...{ id: sampleId, title: '', sizes: [], colors: [], images: [`built-in/${name}`] },
});
const line = {
  id: sampleId,
  position: 1,
  refunded: 0,
  not_to_send: 0,
  sku: '',
  ...{ discount: 0, tax_rate: 0, tax: 0 },
};
const payment = {
  provider: null,
  kind: null,
  awaited: false,
  due: 0,
  ways: [],
  pay_to: '',
  payee: '',
};
const account = 'Example Ltd.\nHarbour Savings Bank\nAccount 0000 0000';
const order = {
  id: sampleId,
  user_id: null,
  firstname: 'Ada',
  lastname: 'Byrne',
  email: 'ada@shop.example',
  phone: '',
  address: '12 Quay Street',
  postcode: 'D02 X285',
  city: 'Dublin',
  state: '',
  country: 'Ireland',
  total_price: 228,
  /** Of the shop when it is read. */
  get currency() {
    return shopCurrency();
  },
  status: 'Paid' as const,
  payment_reference: null,
  created_at: '2026-01-01T00:00:00Z',
  paid_at: null,
  number: 'HM-10000',
  refunded: 0,
  ...{ discount: 0, voucher_code: '', shipping: 0, shipping_method: 'Standard' },
  ...{ days_from: 3, days_to: 5, held_until: null },
  ...{ shipping_tax_rate: 0, shipping_tax: 0, tax: 0, tax_included: true },
  ...{
    company_id: null,
    company_name: '',
    company_vat_id: '',
    po_number: '',
    due_at: null,
    payment: { ...payment, provider: 'paystack', kind: 'page' as const },
    tax_free: false,
  },
  ...{ recipient: '', invoice_address: null, gift_message: null },
  fulfilment: 'to_send' as const,
  parcels: [],
  returns: [],
  exchange: null,
  returnable: {},
  order_items: [
    {
      ...line,
      product: picturedBy('linen.webp'),
      title: 'Linen shirt',
      unit_price: 64,
      quantity: 2,
      size: 'M',
      color: 'ivory',
    },
    {
      ...line,
      id: `${sampleId}-2`,
      product: picturedBy('stack-of-knits.webp'),
      title: 'Wool beanie',
      unit_price: 100,
      quantity: 1,
      size: null,
      color: 'forestgreen',
    },
  ],
};
const parcel = {
  id: sampleId,
  status: 'sent' as const,
  carrier: 'DHL',
  tracking_number: '00340434',
  tracking_url: 'https://www.dhl.com/',
  created_at: order.created_at,
  sent_at: order.created_at,
  delivered_at: null,
};
const returnTimes = {
  requested_at: order.created_at,
  answered_at: null,
  received_at: null,
  refunded_at: null,
  exchange: null,
  exchange_until: null,
};
const sending = {
  ...{
    exchange_at_once: false,
    send_days: 14,
    label: 'Please write the order number on the parcel.',
  },
  payer: 'customer',
  address: 'Returns\n1 Harbour Street\nPortland',
} as const;
const basics = { id: sampleId, recipient: order.email, message_id: '', subject: '', opening: '' };

const mailedAccount = {
  account: order.email,
  newEmail: 'ada.byrne@shop.example',
  oldEmail: 'byrne@shop.example',
  token: 'sample',
  action: 'recovery',
  redirectTo: '',
};

/** A made-up mail for the preview of a kind. */
export function sampleMail(kind: MailKind): ClaimedMail {
  if (kind === 'back_in_stock') {
    const data = { productId: sampleId, product: 'Linen shirt', size: 'M', color: 'ivory' };
    return { ...basics, kind, data };
  }
  if (kind === 'shop_opened') return { ...basics, kind, data: {} };
  if (isAccountKind(kind)) return { ...basics, kind, data: mailedAccount };
  if (kind === 'message_answered') {
    const message = 'Does the linen shirt shrink when it is washed?';
    const answer = 'A little, by about 2 %. Wash it at 30 °C and let it dry flat.';
    return { ...basics, kind, data: { name: 'Ada', message, answer } };
  }
  if (kind === 'quote_answered' || kind === 'quote_offered') {
    const about = { name: 'Ada', quote: sampleId, number: 'Q-1001' };
    const [text, note] = ['From 60 pieces on we can offer you more.', 'Delivery within a week.'];
    if (kind === 'quote_answered') return { ...basics, kind, data: { ...about, text } };
    const { title, size, color } = { title: 'Linen shirt', size: 'M', color: 'ivory' };
    const lines = [{ title, size, color, quantity: 48, price: 39.5 }];
    return { ...basics, kind, data: { ...about, note, lines, endsAt: order.created_at } };
  }
  if (kind === 'company_approved' || kind === 'company_refused') {
    return { ...basics, kind, data: { name: 'Ada', company: 'Northwind Outfitters' } };
  }
  if (kind === 'guest_orders') return { ...basics, kind, data: { name: 'Ada' } };
  if (kind === 'account_invitation') {
    const data = { customer: sampleId, name: 'Ada', email: 'ada@shop.example' };
    return { ...basics, kind, data };
  }
  if (kind === 'company_invitation') {
    const data = { invitation: sampleId, company: 'Northwind Outfitters', invitedBy: 'Ada Weaver' };
    return { ...basics, kind, data };
  }
  if (kind === 'order_refunded') {
    const lines = [{ item: sampleId, quantity: 1 }];
    const refund = { amount: 64, shipping: 0, currency: order.currency, lines };
    return { ...basics, kind, data: { ...order, refund } };
  }
  if (kind === 'parcel_sent') {
    const lines = order.order_items.map(({ id, quantity }) => ({ item: id, quantity }));
    return {
      ...basics,
      kind,
      data: { ...order, parcel: sampleId, parcels: [{ ...parcel, lines }] },
    };
  }
  if (kind === 'return_requested' || kind === 'return_approved' || kind === 'return_refused') {
    const status = kind === 'return_requested' ? 'requested' : 'approved';
    const isApproved = kind === 'return_approved';
    const note = kind === 'return_refused' ? 'The shirt was worn.' : '';
    const lines = [{ item: sampleId, quantity: 1, received: 0, restocked: 0 }];
    const back = {
      id: sampleId,
      status,
      reason: 'The sleeves are short.',
      reason_kind: 'too_small' as const,
      note,
      lines,
      ...returnTimes,
      send_by: isApproved ? '2026-01-15' : null,
      sending: isApproved ? sending : null,
    } as const;
    return { ...basics, kind, data: { ...order, return: sampleId, returns: [back] } };
  }
  if (kind === 'exchange_to_pay' || kind === 'exchange_confirmed' || kind === 'exchange_ended') {
    const exchange = {
      ...{
        order: sampleId,
        number: order.number,
        payable: true,
        at_once: false,
        until: '2026-01-22T00:00:00Z',
      },
      lines: [{ item: sampleId, size: 'L', color: 'ivory' }],
    };
    const status = kind === 'exchange_to_pay' ? ('Pending' as const) : order.status;
    return { ...basics, kind, data: { ...order, exchange, status, number: 'HM-10001' } };
  }
  if (kind === 'order_on_terms' || kind === 'order_on_delivery') {
    const toPay =
      kind === 'order_on_terms'
        ? { ...payment, due: 228, pay_to: account }
        : { ...payment, provider: 'cash', kind: 'on_delivery' as const, awaited: true, due: 228 };
    const terms = { status: 'OnTerms' as const, due_at: '2026-01-31T00:00:00Z', payment: toPay };
    return { ...basics, kind, data: { ...order, ...terms } };
  }
  if (kind === 'order_to_transfer' || kind === 'transfer_ended' || kind === 'transfer_part') {
    const toPay = { ...payment, provider: 'transfer', kind: 'transfer' as const, awaited: true };
    const held_until = kind === 'order_to_transfer' ? '2026-01-08T00:00:00Z' : null;
    const due = kind === 'transfer_part' ? 28 : 228;
    const status = kind === 'transfer_part' ? ('Held' as const) : ('Pending' as const);
    const unpaid = { status, payment: { ...toPay, due, pay_to: account } };
    return { ...basics, kind, data: { ...order, ...unpaid, held_until } };
  }
  const held_until = kind === 'order_placed' ? '2026-01-01T00:30:00Z' : null;
  return { ...basics, kind, data: { ...order, held_until } };
}
