import type { AdminOrder } from '#shared/schemas/admin-orders.ts';

export const at = '2026-11-21T10:00:00Z';

export const aLine = (id: string, more: Partial<AdminOrder['products'][number]> = {}) => ({
  ...{ _id: id, product: null, title: 'Coat', unitPrice: 10, quantity: 3, size: null, color: null },
  ...{
    discount: 0,
    taxRate: 0,
    tax: 0,
    refunded: 0,
    notToSend: 0,
    returnable: 0,
    sku: '',
    ...more,
  },
});

/** A paid order that is to be sent, without lines and tries to pay. */
export const anOrder = (more: Partial<AdminOrder> = {}): AdminOrder => ({
  ...{ _id: 'o', number: 'HM-1', totalPrice: 40, refunded: 0, currency: 'USD', status: 'Paid' },
  user: {
    ...{ _id: null, firstname: 'Ada', lastname: '', email: '', phone: '', address: '' },
    ...{ city: '', postcode: '', state: '', country: '' },
  },
  ...{ discount: 0, voucherCode: '', shipping: 10, shippingMethod: '', shippingTaxRate: 0 },
  ...{ daysFrom: 0, daysTo: 0, heldUntil: null, exchange: null },
  payment: {
    provider: 'paystack',
    kind: 'page',
    awaited: false,
    due: 0,
    transferCode: '',
    ways: [],
  },
  ...{ shippingTax: 0, tax: 0, taxIncluded: false, taxFree: false, company: null, poNumber: '' },
  ...{ recipient: '', invoiceAddress: null, gift: null },
  ...{
    dueAt: null,
    payTo: '',
    paymentReference: null,
    createdAt: at,
    paidAt: at,
    fulfilment: 'to_send',
  },
  ...{ products: [], parcels: [], returns: [], attempts: [], disputes: [], byGuest: false },
  ...{ invoice: null, assignee: null },
  ...more,
});
