import { leftOut, type TableKind } from './recognise.ts';

const address = (of: string) =>
  ({
    Name: `${of} name`,
    Firstname: `${of} first name`,
    Lastname: `${of} last name`,
    Company: `${of} company`,
    Address: `${of} address`,
    Address2: `${of} address, second line`,
    Postcode: `${of} postcode`,
    City: `${of} city`,
    State: `${of} state`,
    Country: `${of} country`,
  }) as const;
type Part = keyof ReturnType<typeof address>;

const partsOf = <Side extends 'billing' | 'shipping'>(side: Side, of: string) =>
  Object.fromEntries(
    Object.entries(address(of)).map(([part, label]) => [`${side}${part}`, label]),
  ) as Record<`${Side}${Part}`, string>;

const orderFields = {
  number: 'Order number',
  date: 'Date',
  email: 'Email',
  phone: 'Phone',
  status: 'Status',
  fulfilment: 'Delivery status',
  currency: 'Currency',
  subtotal: 'Subtotal',
  discountCode: 'Discount code',
  discount: 'Discount',
  shipping: 'Shipping',
  tax: 'Tax',
  total: 'Total',
  refunded: 'Refunded',
  note: 'Note',
  lineTitle: 'Item',
  lineSku: 'Item: SKU',
  lineQuantity: 'Item: quantity',
  linePrice: 'Item: price of one',
  ...partsOf('billing', 'Billing'),
  ...partsOf('shipping', 'Delivery'),
};
export type OrderField = keyof typeof orderFields;

const woocommerceAddress = (side: 'billing' | 'shipping') =>
  ({
    [`first name (${side})`]: `${side}Firstname`,
    [`last name (${side})`]: `${side}Lastname`,
    [`company (${side})`]: `${side}Company`,
    [`address 1&2 (${side})`]: `${side}Address`,
    [`address 1 (${side})`]: `${side}Address`,
    [`address 2 (${side})`]: `${side}Address2`,
    [`city (${side})`]: `${side}City`,
    [`postcode (${side})`]: `${side}Postcode`,
    [`state code (${side})`]: `${side}State`,
    [`country code (${side})`]: `${side}Country`,
    [`${side} first name`]: `${side}Firstname`,
    [`${side} last name`]: `${side}Lastname`,
    [`${side} company`]: `${side}Company`,
    [`${side} address 1`]: `${side}Address`,
    [`${side} address 2`]: `${side}Address2`,
    [`${side} city`]: `${side}City`,
    [`${side} postcode`]: `${side}Postcode`,
    [`${side} state`]: `${side}State`,
    [`${side} country`]: `${side}Country`,
  }) as Record<string, OrderField>;

const shopifyAddress = (side: 'billing' | 'shipping') =>
  ({
    [`${side} name`]: `${side}Name`,
    [`${side} company`]: `${side}Company`,
    [`${side} address1`]: `${side}Address`,
    [`${side} address2`]: `${side}Address2`,
    [`${side} city`]: `${side}City`,
    [`${side} zip`]: `${side}Postcode`,
    [`${side} province`]: `${side}State`,
    [`${side} country`]: `${side}Country`,
  }) as Record<string, OrderField>;

/** Files of orders of Shopify, of the plugins of WooCommerce that export them, and tables that people make. */
export const orderTable: TableKind<OrderField, 'shopify' | 'woocommerce'> = {
  fields: orderFields,
  formats: {
    shopify: {
      headings: {
        ...{ name: 'number', email: 'email', 'financial status': 'status', phone: 'phone' },
        ...{ 'fulfillment status': 'fulfilment', currency: 'currency', subtotal: 'subtotal' },
        ...{ shipping: 'shipping', taxes: 'tax', total: 'total', 'discount code': 'discountCode' },
        ...{ 'discount amount': 'discount', 'created at': 'date', notes: 'note' },
        ...{ 'refunded amount': 'refunded', 'lineitem quantity': 'lineQuantity' },
        ...{
          'lineitem name': 'lineTitle',
          'lineitem price': 'linePrice',
          'lineitem sku': 'lineSku',
        },
        ...shopifyAddress('billing'),
        ...shopifyAddress('shipping'),
        ...leftOut('Paid at', 'Fulfilled at', 'Accepts Marketing', 'Shipping Method', 'Vendor'),
        ...leftOut('Lineitem compare at price', 'Lineitem requires shipping', 'Lineitem taxable'),
        ...leftOut('Lineitem fulfillment status', 'Lineitem discount', 'Billing Street', 'Source'),
        ...leftOut('Billing Phone', 'Shipping Street', 'Shipping Phone', 'Note Attributes', 'Id'),
        ...leftOut('Cancelled at', 'Payment Method', 'Payment Reference', 'Outstanding Balance'),
        ...leftOut('Employee', 'Location', 'Device ID', 'Tags', 'Risk Level', 'Receipt Number'),
        ...leftOut('Duties', 'Billing Province Name', 'Shipping Province Name', 'Payment ID'),
        ...leftOut('Payment Terms Name', 'Next Payment Due At', 'Payment References'),
      },
      signs: [['name'], ['financial status'], ['lineitem name', 'created at']],
      leftOut: /^tax \d name$|^tax \d value$/,
    },
    woocommerce: {
      headings: {
        ...{ 'order number': 'number', 'order status': 'status', status: 'status' },
        ...{ 'order date': 'date', 'customer note': 'note', 'order currency': 'currency' },
        ...{ 'email (billing)': 'email', 'billing email': 'email', 'customer email': 'email' },
        ...{ 'phone (billing)': 'phone', 'billing phone': 'phone', currency: 'currency' },
        ...{ 'cart discount amount': 'discount', 'discount total': 'discount' },
        ...{ 'order subtotal amount': 'subtotal', 'order subtotal': 'subtotal' },
        ...{ 'order shipping amount': 'shipping', 'shipping total': 'shipping' },
        ...{ 'order refund amount': 'refunded', 'refunded total': 'refunded' },
        ...{ 'order total amount': 'total', 'order total': 'total' },
        ...{ 'order total tax amount': 'tax', 'tax total': 'tax', 'coupon code': 'discountCode' },
        ...{ 'item name': 'lineTitle', sku: 'lineSku', 'item cost': 'linePrice' },
        ...{ 'quantity (- refund)': 'lineQuantity', quantity: 'lineQuantity' },
        ...woocommerceAddress('billing'),
        ...woocommerceAddress('shipping'),
        ...leftOut('Payment Method Title', 'Payment Method', 'Shipping Method Title', 'Item #'),
        ...leftOut('Shipping Method', 'Discount Amount', 'Discount Amount Tax', 'Order ID'),
        ...leftOut('Paid date', 'Cart discount', 'Order discount', 'Fee total', 'Fee tax total'),
        ...leftOut('Shipping tax total', 'Order key', 'Customer ID', 'Customer user', 'Country'),
        ...leftOut('Transaction ID', 'Customer IP address', 'Customer user agent', 'Download'),
        ...leftOut('Cart Discount Amount (inc. tax)', 'Order Line Tax', 'Order notes'),
      },
      signs: [
        ['order number'],
        ['order status', 'status'],
        ['email (billing)', 'billing email', 'order total amount'],
      ],
      leftOut:
        /^(meta:|wt import key|line item |fee items|shipping items|tax items|coupon items|refund items|order items|shipping phone|phone \(shipping\)|state name|country name)/,
    },
  },
  labels: {
    ...{ shopify: 'Shopify', woocommerce: 'WooCommerce', unknown: 'a table that is not known' },
  },
  names: {
    ...{ order: 'number', 'order id': 'number', 'order no': 'number', number: 'number' },
    ...{ bestellnummer: 'number', reference: 'number', 'order #': 'number', 'order ref': 'number' },
    ...{ 'order date': 'date', 'created at': 'date', created: 'date', 'purchase date': 'date' },
    ...{ datum: 'date', bestelldatum: 'date', placed: 'date', 'e-mail': 'email' },
    ...{ 'customer email': 'email', customer: 'billingName', 'customer name': 'billingName' },
    ...{ 'bill-to name': 'billingName', 'ship-to name': 'shippingName', name: 'billingName' },
    ...{ 'order total': 'total', 'grand total': 'total', 'grand total (purchased)': 'total' },
    ...{ 'total paid': 'total', amount: 'total', summe: 'total', gesamt: 'total' },
    ...{ vat: 'tax', taxes: 'tax', mwst: 'tax', versand: 'shipping', 'shipping cost': 'shipping' },
    ...{ coupon: 'discountCode', rabatt: 'discount', payment: 'status', state: 'status' },
    ...{ währung: 'currency', product: 'lineTitle', 'product name': 'lineTitle', sku: 'lineSku' },
    ...{
      artikel: 'lineTitle',
      quantity: 'lineQuantity',
      qty: 'lineQuantity',
      menge: 'lineQuantity',
    },
    ...{ 'unit price': 'linePrice', 'item price': 'linePrice', einzelpreis: 'linePrice' },
  },
};
