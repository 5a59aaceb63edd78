/** Which of the two rows (A: of customer A or the first, B: likewise) somebody reaches; '' is none of them. */
export type Reached = 'AB' | 'A' | 'B' | '' | 'denied';

export interface Rights {
  select: Reached;
  insert: 'allowed' | 'denied';
  update: Reached;
  delete: Reached;
}

export type Actor = 'visitor' | 'customerA' | 'customerB' | 'administrator' | 'guest';

const closed: Rights = { select: 'denied', insert: 'denied', update: 'denied', delete: 'denied' };
/** Open as to the right, but no row lets itself be reached. */
const nothing: Rights = { select: '', insert: 'denied', update: '', delete: '' };
/** What functions delete is deleted in no other way. */
const undeletable: Rights = { ...nothing, delete: 'denied' };
const reading: Rights = { ...closed, select: 'AB' };
const everything: Rights = { select: 'AB', insert: 'allowed', update: 'AB', delete: 'AB' };
const written: Rights = { ...everything, delete: 'denied' };

/** What a customer reaches who has no rows. */
const withoutOwn = (rights: Rights): Rights => {
  const reached = (it: Reached): Reached => (it === 'A' ? '' : it);
  return {
    select: reached(rights.select),
    insert: rights.insert,
    update: reached(rights.update),
    delete: reached(rights.delete),
  };
};

/** The rights of a visitor, of each customer, with a row of their own, of an administrator, and of a guest with a cart and no row of these. */
const rightsOf = (
  visitor: Rights,
  customer: (own: 'A' | 'B') => Rights,
  administrator: Rights,
): Record<Actor, Rights> => ({
  ...{ visitor, customerA: customer('A'), customerB: customer('B'), administrator },
  guest: withoutOwn(customer('A')),
});

const catalogue = rightsOf(reading, () => ({ ...undeletable, select: 'AB' }), written);
const readByAll = rightsOf(reading, () => reading, reading);
const readByAdministrator = rightsOf(closed, () => ({ ...closed, select: '' }), reading);
const updatedByAdministrator = rightsOf(closed, () => ({ ...closed, select: '', update: '' }), {
  ...reading,
  update: 'AB',
});
const keptByAdministrator = rightsOf(closed, () => nothing, everything);
const readWithOrder = rightsOf(closed, (own) => ({ ...closed, select: own }), reading);
const ownToDelete = rightsOf(closed, (own) => ({ ...closed, select: own, delete: own }), {
  ...closed,
  select: '',
  delete: '',
});
const closedToAll = rightsOf(closed, () => closed, closed);

/** What every role may do with every table. A table that is not here fails the test run. */
export const rights: Record<string, Record<Actor, Rights>> = {
  // Row A is the acting administrator, row B another one.
  administrators: rightsOf(closed, () => undeletable, {
    select: 'AB',
    insert: 'denied',
    update: 'A',
    delete: 'denied',
  }),
  profiles: rightsOf(closed, (own) => ({ ...closed, select: own, update: own }), {
    ...closed,
    select: 'AB',
    update: '',
  }),
  customer_notes: rightsOf(closed, () => ({ ...undeletable, update: 'denied' }), {
    ...written,
    update: 'denied',
  }),
  order_notes: rightsOf(closed, () => ({ ...undeletable, update: 'denied' }), {
    ...written,
    update: 'denied',
  }),
  categories: catalogue,
  products: catalogue,
  size_guides: rightsOf(reading, () => ({ ...nothing, select: 'AB' }), everything),
  product_prices: readByAll,
  banners: catalogue,
  advertisements: catalogue,
  faqs: catalogue,
  pages: readByAll,
  page_versions: readByAdministrator,
  search_synonyms: catalogue,
  redirects: closedToAll,
  imported_orders: readWithOrder,
  custom_fields: closedToAll,
  custom_values: closedToAll,
  missing_pages: closedToAll,
  product_variants: readByAdministrator,
  stock_movements: readByAdministrator,
  stock_holds: readWithOrder,
  opening_requests: closedToAll,
  stock_requests: closedToAll,
  countries: readByAll,
  shipping_zones: keptByAdministrator,
  shipping_methods: keptByAdministrator,
  tax_rates: keptByAdministrator,
  vouchers: rightsOf(closed, () => undeletable, written),
  voucher_uses: readByAdministrator,
  visitors: closedToAll,
  companies: rightsOf(closed, (own) => ({ ...closed, select: own, update: '' }), {
    ...written,
    insert: 'denied',
  }),
  company_members: readWithOrder,
  company_invitations: rightsOf(closed, (own) => ({ ...closed, select: own, delete: own }), {
    ...closed,
    select: 'AB',
    delete: '',
  }),
  // Read by the members of the company that it is for.
  price_lists: rightsOf(closed, (own) => ({ ...undeletable, select: own }), written),
  price_list_items: closedToAll,
  order_quantities: closedToAll,
  quotes: readWithOrder,
  quote_lines: readWithOrder,
  quote_messages: readWithOrder,
  mail_texts: updatedByAdministrator,
  mail_outbox: readByAdministrator,
  shop_settings: updatedByAdministrator,
  reviews: readByAll,
  cart_items: closedToAll,
  cart_drafts: ownToDelete,
  addresses: ownToDelete,
  wish_list_items: ownToDelete,
  wish_list_links: ownToDelete,
  cart_departures: closedToAll,
  trash: closedToAll,
  orders: readWithOrder,
  order_items: readWithOrder,
  parcels: readWithOrder,
  parcel_lines: readWithOrder,
  returns: readWithOrder,
  return_lines: readWithOrder,
  invoices: readWithOrder,
  payment_attempts: readByAdministrator,
  payment_events: readByAdministrator,
  payment_disputes: readByAdministrator,
  payment_methods: readByAdministrator,
  audit_log: readByAdministrator,
  refunds: readByAdministrator,
  refund_lines: readByAdministrator,
  contact_messages: readByAdministrator,
  catalogue_changes: closedToAll,
  rate_limits: closedToAll,
  notifications_seen: closedToAll,
  // Row A is the acting administrator's, row B another one's.
  saved_views: rightsOf(closed, () => nothing, {
    select: 'A',
    insert: 'allowed',
    update: 'A',
    delete: 'A',
  }),
};
