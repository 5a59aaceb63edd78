import {
  administrators,
  customers,
  everyone,
  nobody,
  pictured,
  shoppers,
  type Row,
} from './access-rows.ts';

const wholly = { minimum: null, multiple: null };
const mills = { name: 'Mills', address: '1 Quay', city: 'Cork', country: 'IE', about: 'Shirts' };
const post = { json: { name: 'Post', price: 5 } };
const quoted = () => ({ product: crypto.randomUUID(), quantity: 1 });
const half = { json: () => ({ code: crypto.randomUUID(), kind: 'percent', value: 50 }) };
const list = { json: () => ({ name: crypto.randomUUID(), percent: 15 }) };
const forged = { id: 'x.y.z' } as const;

/** Calls about orders and taxes that delete no order. */
const orders: Record<string, Row> = {
  'GET /orders/user-orders': customers(),
  'GET /orders/user-orders/:id': shoppers({ id: 'order' }, 200, 404),
  'GET /orders/user-orders/:id/invoices': shoppers({ id: 'order' }, 200, 404),
  'GET /orders/admin/:id/invoices': administrators({ id: 'order' }),
  'GET /taxes': administrators(),
  'PUT /taxes/settings': administrators({
    json: {
      ...{ pricesIncludeTax: true, sellerCountry: '' },
      ...{ sellerTaxId: '', invoiceNumberPattern: 'INV-{number}' },
      creditNoteNumberPattern: 'CN-{number}',
    },
  }),
  // Where nobody of the tests lives.
  'POST /taxes/rates': administrators({ json: { country: 'TV', class: 'standard', rate: 0 } }, 201),
  'PUT /taxes/rates/:id': administrators({ json: { rate: 5 } }, 404),
  'DELETE /taxes/rates/:id': administrators({}, 404),
  'GET /orders/by-link/:token': everyone(forged, 404),
  'GET /orders/by-link/:token/invoices': everyone(forged, 404),
  'POST /orders/by-link/:token/pay': everyone({ ...forged, json: {} }, 404),
  'GET /orders/by-link/:token/exchanges': everyone(forged, 404),
  'POST /orders/by-link/:token/cancel': everyone({ ...forged, json: {} }, 404),
  'POST /orders/by-link/:token/returns': everyone(
    { ...forged, json: () => ({ lines: [{ line: crypto.randomUUID(), quantity: 1 }] }) },
    404,
  ),
  'POST /orders/by-link/:token/settle': everyone({ ...forged, json: { reference: 'x' } }, 404),
  'GET /orders/order-count': customers(),
  'POST /orders/place-order': shoppers(
    {
      json: ({ product, email }) => ({
        ...{ email, amount: 19.95, products: [{ product, quantity: 1 }] },
      }),
    },
    201,
  ),
  'POST /orders/settle': shoppers({ json: ({ reference }) => ({ reference }) }, 200, 404),
  'POST /orders/:id/pay': shoppers({ id: 'order' }, 200, 404),
  'POST /orders/:id/cancel': shoppers({ id: 'order' }, 200, 404),
  'GET /orders/all-orders': administrators({ query: 'limit=2' }),
  'GET /orders/admin/list': administrators({ query: 'status=Pending,Held&limit=2' }),
  'GET /orders/admin/export': administrators({ query: 'status=Held' }),
  'POST /orders/admin/export': administrators(nobody),
  'POST /orders/admin/slips': administrators(nobody),
  'POST /orders/admin/check-payments': administrators(nobody),
  'POST /orders/admin/cancel': administrators(nobody),
  'POST /orders/admin/create': administrators(
    { json: () => ({ customer: crypto.randomUUID(), lines: [quoted()] }) },
    404,
  ),
  'GET /orders/admin/ids': administrators({ query: 'status=Held' }),
  'GET /orders/admin/:id': administrators({ id: 'order' }),
  'POST /orders/admin/:id/check-payment': administrators({ id: 'order' }),
  // Nothing has been paid yet.
  'POST /orders/admin/:id/refund': administrators(
    { id: 'order', json: ({ reference }) => ({ reference }) },
    409,
  ),
  'POST /orders/admin/fulfil': administrators({
    json: ({ order }) => ({ action: 'pack', ids: [order] }),
  }),
  'POST /orders/admin/:id/parcels': administrators({ id: 'order', json: {} }, 409),
  'PUT /orders/admin/parcels/:id': administrators({ json: {} }, 404),
  'POST /orders/admin/:id/mark-paid': administrators({ json: {} }, 404),
  'POST /orders/admin/transfers/preview': administrators({ json: { csv: 'Date,Amount,Text' } }),
  'POST /orders/admin/transfers/book': administrators({
    json: { csv: 'Date,Amount,Text', lines: [{ row: 2, fate: 'exact' }] },
  }),
  // Nothing has been sent yet.
  'POST /orders/:id/returns': shoppers(
    { id: 'order', json: () => ({ lines: [{ line: crypto.randomUUID(), quantity: 1 }] }) },
    ...[409, 404],
  ),
  'GET /orders/:id/exchanges': shoppers({ id: 'order' }, 200, 404),
  'PUT /orders/admin/returns/:id': administrators({ json: { status: 'approved' } }, 404),
  'POST /orders/admin/delete': administrators(nobody),
  'GET /orders/users/:userId': administrators({ id: 'customer' }),
  'GET /orders/getTotalOrders': administrators(),
  'GET /orders/monthly-income': administrators(),
};

/** Calls about sizes, colors and stock. No such variant exists; that is what an administrator is told. */
const stock: Record<string, Row> = {
  'GET /products/:id/variants': administrators({ id: 'product' }),
  'PUT /products/:id/variants': administrators(
    { id: 'product', json: () => ({ variants: [{ _id: crypto.randomUUID(), by: 1 }] }) },
    400,
  ),
  'POST /stock/adjust': administrators(
    { json: () => ({ changes: [{ variant: crypto.randomUUID(), by: 1, reason: 'received' }] }) },
    400,
  ),
  'GET /stock/low': administrators({ query: 'limit=2&q=coat' }),
  'GET /shop/promises': everyone(),
  'GET /shop/details': everyone(),
  'PUT /shop/details': administrators({ json: { copyrightYear: 2023 } }),
  'POST /shop/logo': administrators(pictured({ scheme: 'dark' })),
  'DELETE /shop/logo/:scheme': administrators({ id: 'dark' }),
  'GET /shop/currencies': administrators(),
  'PUT /shop/currency': administrators({ json: { currency: 'USD' } }),
  'GET /shop/time-zone': everyone(),
  'GET /shop/time-zones': administrators(),
  'PUT /shop/time-zone': administrators({ json: { timeZone: 'UTC' } }),
  'GET /stock/settings': administrators(),
  'PUT /stock/settings': administrators({
    json: {
      ...{ skuPattern: 'HM{number}-{color}-{size}', orderNumberPattern: 'HM-{number}' },
      ...{ fewLeft: 3, holdMinutes: 30, runningLow: 5, returnDays: 30, carriers: '' },
    },
  }),
  'GET /stock/:id/movements': administrators({}, 404),
  // In stock, so nobody is put on a list.
  'POST /products/:id/stock-requests': everyone(
    { id: 'product', json: { email: 'a@test.example', size: 'M', color: 'navy' } },
    409,
  ),
  'GET /stock/export': administrators({ query: 'only=stock' }),
  'POST /stock/import': administrators({ json: { csv: 'SKU,Stock', dry: true } }),
};

/** Calls of wholesale: there are no companies, members, invitations, quotes and drafts of these ids. */
const wholesale: Record<string, Row> = {
  'GET /quotes': customers(),
  'POST /quotes': customers({ json: { message: 'Hello' } }, 403),
  'GET /quotes/:id': customers({}, 404),
  'POST /quotes/:id/messages': customers({ json: { text: 'Hello' } }, 404),
  'POST /quotes/:id/accept': customers({ json: { amount: 1 } }, 404),
  'POST /quotes/:id/decline': customers({ json: {} }, 404),
  'GET /quotes/admin/list': administrators({ query: 'state=to-answer' }),
  'GET /quotes/admin/companies': administrators({ query: 'q=x' }),
  'GET /quotes/admin/products': administrators({ query: 'q=x' }),
  'GET /quotes/admin/:id': administrators({}, 404),
  'GET /quotes/admin/:id/goods': administrators({ query: `products=${crypto.randomUUID()}` }, 404),
  'POST /quotes/admin/create': administrators(
    { json: () => ({ company: crypto.randomUUID() }) },
    404,
  ),
  'PUT /quotes/admin/:id': administrators(
    { json: () => ({ lines: [{ ...quoted(), unitPrice: 1 }], endsAt: '2999-01-01T00:00:00Z' }) },
    404,
  ),
  'POST /quotes/admin/:id/answer': administrators({ json: { text: 'Hello' } }, 404),
  'POST /cart/add-lines': shoppers(
    { json: ({ product }) => ({ lines: [{ product, size: 'M', color: 'navy', quantity: 1 }] }) },
    201,
  ),
  'GET /wholesale/articles': customers({ query: 'q=HM' }),
  'GET /users/addresses': customers(),
  'POST /users/addresses': customers({ json: {} }, 400),
  'PUT /users/addresses/:id': customers(
    { json: { recipient: 'Mo', address: '1 Quay', city: 'Cork', country: 'Ireland' } },
    404,
  ),
  'DELETE /users/addresses/:id': customers({}, 404),
  'GET /cart/drafts': customers(),
  'POST /cart/drafts': customers({ json: { name: '' } }, 400),
  'POST /cart/drafts/:id/load': customers({ json: {} }, 404),
  'DELETE /cart/drafts/:id': customers({}, 404),
  'GET /price-lists/admin/list': administrators({ query: 'limit=2' }),
  'POST /price-lists/create': administrators(list, 201),
  'GET /price-lists/read/:id': administrators({ id: 'priceList' }),
  'PUT /price-lists/update/:id': administrators({ id: 'priceList', ...list }),
  'GET /price-lists/products/:id': administrators({ id: 'priceList' }),
  'GET /price-lists/prices': administrators({
    query: ({ priceList, product }) => `list=${priceList}&product=${product}`,
  }),
  'PUT /price-lists/prices/:id': administrators({
    id: 'priceList',
    json: ({ product }) => ({ ...wholly, prices: [], product, known: { ...wholly, prices: [] } }),
  }),
  'GET /price-lists/quantities/:id': administrators({ id: 'product' }),
  'PUT /price-lists/quantities/:id': administrators({
    ...{ id: 'product', json: { ...wholly, known: wholly } },
  }),
  'GET /price-lists/export/:id': administrators({ id: 'priceList' }),
  'POST /price-lists/import/:id': administrators({
    id: 'priceList',
    json: ({ product }) => ({ csv: `Product,Price\n${product},5`, dry: true }),
  }),
  'DELETE /price-lists/delete/:id': administrators({ id: 'priceList' }),
  'GET /wholesale/company': customers(),
  // Not a country: customers of other tests stay without a company.
  'POST /wholesale/company': customers({ json: { ...mills, country: 'QQ' } }, 400),
  'GET /wholesale/company/orders': customers(),
  'POST /wholesale/company/invitations': customers({ json: { email: 'new@example.com' } }, 403),
  'DELETE /wholesale/company/invitations/:id': customers({}, 404),
  'PUT /wholesale/company/members/:id': customers({ json: { role: 'buyer' } }, 403),
  'DELETE /wholesale/company/members/:id': customers({}, 403),
  'GET /wholesale/invitations/:token': everyone(forged, 404),
  'POST /wholesale/invitations/:token': customers(forged, 404),
  'GET /wholesale/prices': customers({ query: () => `products=${crypto.randomUUID()}` }),
  'GET /companies/admin/list': administrators({ query: 'limit=2' }),
  'GET /companies/admin/:id': administrators({}, 404),
  'PUT /companies/admin/:id': administrators({ json: mills }, 404),
  'PUT /companies/admin/:id/status': administrators({ json: { status: 'approved' } }, 404),
  'PUT /companies/admin/:id/members/:member': administrators({ json: { role: 'buyer' } }, 404),
  'DELETE /companies/admin/:id/members/:member': administrators({}, 404),
};

/** What only the back office asks for, beside the goods of the shop; there are no such zones, methods, mails and views. */
export const office: Record<string, Row> = {
  ...orders,
  ...stock,
  ...wholesale,
  'PUT /banner/place/:bannerId': administrators({ id: 'banner', json: { place: 1 } }),
  'PUT /contact/messages/:id/answer': administrators({
    ...{ id: 'contactMessage', json: { answer: 'Yes.' } },
  }),
  'GET /mail': administrators(),
  'GET /settings': administrators(),
  'GET /payments/methods': administrators(),
  'PUT /payments/methods': administrators({ json: { methods: [] } }, 400),
  'POST /payments/methods/:name/check': administrators({}, 404),
  'PUT /mail/texts/:kind': administrators({
    ...{ id: 'order_refunded', json: { subject: 'Your refund for order {number}', opening: '' } },
  }),
  'POST /mail/preview': administrators({
    json: { kind: 'order_paid', subject: 'Thank you', opening: '' },
  }),
  'POST /mail/:id/send-again': administrators({}, 404),
  'GET /countries': everyone(),
  'GET /shipping/zones': administrators(),
  'POST /shipping/zones': administrators({ json: { name: 'Nowhere', countries: ['QQ'] } }, 400),
  'PUT /shipping/zones/:id': administrators({ json: { name: 'Europe' } }, 404),
  'DELETE /shipping/zones/:id': administrators({}, 404),
  'POST /shipping/zones/:id/methods': administrators(post, 404),
  'PUT /shipping/methods/:id': administrators(post, 404),
  'DELETE /shipping/methods/:id': administrators({}, 404),
  'GET /users/admin/customer/:id': administrators({ id: 'customer' }),
  'POST /users/admin/customer/:id/notes': administrators(
    { id: 'customer', json: { note: 'Prefers wool' } },
    201,
  ),
  'DELETE /users/admin/notes/:id': administrators({}, 404),
  'GET /users/admin/administrators': administrators(),
  'POST /orders/admin/assign': administrators({
    json: () => ({ ids: [crypto.randomUUID()], administrator: null }),
  }),
  'POST /orders/admin/:id/notes': administrators({ json: { note: 'Ring twice' } }, 404),
  'DELETE /orders/admin/notes/:id': administrators({}, 404),
  'GET /users/admin/export': administrators({ query: 'q=nobody' }),
  'POST /users/admin/export': administrators(nobody),
  'GET /users/admin/ids': administrators({ query: 'orders=unpaid' }),
  'GET /contact/messages/export': administrators({ query: 'state=read' }),
  'POST /contact/messages/export': administrators(nobody),
  'GET /contact/messages/ids': administrators({ query: 'state=read' }),
  'GET /views': administrators({ query: 'list=orders' }),
  'POST /views': administrators(
    { json: { list: 'orders', name: 'Unpaid', query: 'status=Pending' } },
    201,
  ),
  'PUT /views/:id': administrators({ json: { name: 'Paid' } }, 404),
  'DELETE /views/:id': administrators({}, 404),
  'GET /dashboard/tasks': administrators(),
  'GET /dashboard/sales': administrators({ query: 'from=2026-01-01&to=2026-03-31&by=month' }),
  'GET /dashboard/companies': administrators({ query: 'from=2026-01-01&to=2026-01-31' }),
  'GET /notifications': administrators(),
  'PUT /notifications/seen': administrators(),
  'GET /audit/all': administrators({ query: 'limit=2&action=update' }),
  'GET /vouchers/admin/list': administrators({ query: 'limit=2' }),
  'POST /vouchers/create': administrators(half, 201),
  'PUT /vouchers/update/:id': administrators({ id: 'voucher', ...half }),
  'GET /ads/admin/list': administrators({ query: 'limit=2' }),
  'POST /ads/create': administrators(pictured({ headline: 'Wool', shown: 'false' }), 201),
  'PUT /ads/update/:id': administrators({ id: 'ad', json: { headline: 'Tweed' } }),
  'GET /faqs/admin/list': administrators({ query: 'limit=2' }),
  'POST /faqs/create': administrators(
    { json: { question: 'Does wool itch?', answer: 'Ours does not.' } },
    201,
  ),
  'PUT /faqs/place/:id': administrators({ id: 'faq', json: { place: 1_000_000 } }),
  'PUT /faqs/update/:id': administrators({ id: 'faq', json: { answer: 'Seldom.' } }),
  'GET /synonyms/admin/list': administrators({ query: 'limit=2' }),
  'POST /synonyms/create': administrators({ json: { words: ['mac', 'raincoat'] } }, 201),
  'PUT /synonyms/update/:id': administrators({
    ...{ id: 'synonym', json: { words: ['mac', 'raincoat', 'trench'] } },
  }),
};
