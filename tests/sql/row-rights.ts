/** Which of the two rows (A: of customer A or the first, B: likewise) somebody reaches; '' is none of them. */
export type Reached = 'AB' | 'A' | 'B' | '' | 'denied';

export interface Rights {
  select: Reached;
  insert: 'allowed' | 'denied';
  update: Reached;
  delete: Reached;
}

export type Actor = 'visitor' | 'customerA' | 'customerB' | 'administrator';

const closed: Rights = { select: 'denied', insert: 'denied', update: 'denied', delete: 'denied' };
/** Open as to the right, but no row lets itself be reached. */
const nothing: Rights = { select: '', insert: 'denied', update: '', delete: '' };
/** What functions delete is deleted in no other way. */
const undeletable: Rights = { ...nothing, delete: 'denied' };
const reading: Rights = { ...closed, select: 'AB' };
const everything: Rights = { select: 'AB', insert: 'allowed', update: 'AB', delete: 'AB' };
const written: Rights = { ...everything, delete: 'denied' };

const catalogue: Record<Actor, Rights> = {
  visitor: reading,
  customerA: { ...undeletable, select: 'AB' },
  customerB: { ...undeletable, select: 'AB' },
  administrator: written,
};
const readByAll: Record<Actor, Rights> = {
  visitor: reading,
  customerA: reading,
  customerB: reading,
  administrator: reading,
};
const readByAdministrator: Record<Actor, Rights> = {
  visitor: closed,
  customerA: { ...closed, select: '' },
  customerB: { ...closed, select: '' },
  administrator: reading,
};
const updatedByAdministrator: Record<Actor, Rights> = {
  visitor: closed,
  customerA: { ...closed, select: '', update: '' },
  customerB: { ...closed, select: '', update: '' },
  administrator: { ...reading, update: 'AB' },
};
const keptByAdministrator: Record<Actor, Rights> = {
  visitor: closed,
  customerA: nothing,
  customerB: nothing,
  administrator: everything,
};
const readWithOrder: Record<Actor, Rights> = {
  visitor: closed,
  customerA: { ...closed, select: 'A' },
  customerB: { ...closed, select: 'B' },
  administrator: reading,
};
const closedToAll: Record<Actor, Rights> = {
  visitor: closed,
  customerA: closed,
  customerB: closed,
  administrator: closed,
};

/** What every role may do with every table. A table that is not here fails the test run. */
export const rights: Record<string, Record<Actor, Rights>> = {
  administrators: {
    visitor: closed,
    customerA: undeletable,
    customerB: undeletable,
    // Row A is the acting administrator, row B another one.
    administrator: { select: 'AB', insert: 'denied', update: 'A', delete: 'denied' },
  },
  profiles: {
    visitor: closed,
    customerA: { ...closed, select: 'A', update: 'A' },
    customerB: { ...closed, select: 'B', update: 'B' },
    administrator: { ...closed, select: 'AB', update: '' },
  },
  customer_notes: {
    visitor: closed,
    customerA: { ...undeletable, update: 'denied' },
    customerB: { ...undeletable, update: 'denied' },
    administrator: { ...written, update: 'denied' },
  },
  categories: catalogue,
  products: catalogue,
  size_guides: {
    visitor: reading,
    customerA: { ...nothing, select: 'AB' },
    customerB: { ...nothing, select: 'AB' },
    administrator: everything,
  },
  product_prices: readByAll,
  banners: catalogue,
  advertisements: catalogue,
  faqs: catalogue,
  search_synonyms: catalogue,
  product_variants: readByAdministrator,
  stock_movements: readByAdministrator,
  stock_holds: readByAdministrator,
  stock_requests: closedToAll,
  countries: readByAll,
  shipping_zones: keptByAdministrator,
  shipping_methods: keptByAdministrator,
  tax_rates: keptByAdministrator,
  vouchers: {
    visitor: closed,
    customerA: undeletable,
    customerB: undeletable,
    administrator: written,
  },
  voucher_uses: readByAdministrator,
  companies: {
    visitor: closed,
    customerA: { ...closed, select: 'A', update: '' },
    customerB: { ...closed, select: 'B', update: '' },
    administrator: { ...written, insert: 'denied' },
  },
  company_members: {
    visitor: closed,
    customerA: { ...closed, select: 'A' },
    customerB: { ...closed, select: 'B' },
    administrator: { ...closed, select: 'AB' },
  },
  company_invitations: {
    visitor: closed,
    customerA: { ...closed, select: 'A', delete: 'A' },
    customerB: { ...closed, select: 'B', delete: 'B' },
    administrator: { ...closed, select: 'AB', delete: '' },
  },
  // Read by the members of the company that it is for.
  price_lists: {
    visitor: closed,
    customerA: { ...undeletable, select: 'A' },
    customerB: { ...undeletable, select: 'B' },
    administrator: written,
  },
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
  cart_drafts: {
    visitor: closed,
    customerA: { ...closed, select: 'A', delete: 'A' },
    customerB: { ...closed, select: 'B', delete: 'B' },
    administrator: { ...closed, select: '', delete: '' },
  },
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
  audit_log: readByAdministrator,
  refunds: readByAdministrator,
  refund_lines: readByAdministrator,
  contact_messages: readByAdministrator,
  catalogue_changes: closedToAll,
  rate_limits: closedToAll,
  notifications_seen: closedToAll,
  saved_views: {
    visitor: closed,
    customerA: nothing,
    customerB: nothing,
    // Row A is the acting administrator's, row B another one's.
    administrator: { select: 'A', insert: 'allowed', update: 'A', delete: 'A' },
  },
};
