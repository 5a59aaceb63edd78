/** What parameters mean that have no description in their schema; a name means the same in every call. */
const texts: Readonly<Record<string, string>> = {
  action: 'Only changes of this kind',
  availability: 'Only products that are in stock, or sold out',
  bannerId: 'Id of the banner',
  by: 'Length of the periods that are summed',
  category: 'Only products of this category',
  cursor: '`next` of the previous page',
  disputed:
    'Only orders with a dispute in this state; `no`: only those of which no dispute stops the sending',
  customer: 'Only orders of this customer, by id',
  from: 'First day, in the time zone of the shop',
  fulfilment: 'Only orders in these states of fulfilment, joined by commas',
  id: 'Id of the record',
  ids: 'Ids of categories, joined by commas',
  kind: 'Kind of the records or texts',
  limit: 'Records per page',
  list: 'Id of the price list, or name of the list whose views are meant',
  member: 'Id of the member’s account',
  name: 'Name of the payment provider',
  only: '`stock`: only the columns SKU, stock and version',
  orders: 'Only customers with these orders',
  overdue: 'Only orders on terms that are overdue',
  assignee: 'Id of the administrator who has the orders, or `none`',
  page: 'Page, counted from 1',
  path: 'Address without a page, from the first slash on',
  pictures: 'Only products without pictures',
  product: 'Only prices of this product, by id',
  productId: 'Id of the product in the cart',
  products: 'Ids of products, joined by commas',
  q: 'Words to search for',
  reason: '`leave`: the customer is leaving the page',
  returns: 'Only orders with returns in these states, joined by commas',
  role: 'Only changes made by this role',
  slug: 'End of the address of a page',
  scheme: '`light` or `dark`: the pages for which the logo is',
  shippingMethod: 'Id of the chosen shipping method',
  sort: 'Order of the records',
  source: 'Only redirects that came to be in this way',
  state: 'Only records in this state',
  status: 'Only records with this status; some lists take several, joined by commas',
  table: 'Only changes to this table of the database',
  to: 'Last day, in the time zone of the shop',
  token: 'Secret from the link',
  userId: 'Id of the customer',
  version: 'Number of the version',
  voucher: 'Code of the voucher',
};

/** The description of a parameter, by its schema or its name. */
export const describeParameter = (name: string, schema: object): { description?: string } => {
  const description =
    'description' in schema && typeof schema.description === 'string'
      ? schema.description
      : texts[name];
  return description ? { description } : {};
};
