import { leftOut, type TableKind } from './recognise.ts';

const customerFields = {
  email: 'Email',
  firstname: 'First name',
  lastname: 'Last name',
  name: 'First and last name',
  phone: 'Phone',
  company: 'Company',
  address: 'Address',
  address2: 'Address, second line',
  city: 'City',
  postcode: 'Postcode',
  state: 'State',
  country: 'Country',
  note: 'Note',
} as const;
type Field = keyof typeof customerFields;

/** Files of customers of this shop, Shopify, WooCommerce (its analytics, and plugins that export users), Magento and PrestaShop. */
export const customerTable: TableKind<
  Field,
  'own' | 'shopify' | 'woocommerce' | 'magento' | 'prestashop'
> = {
  fields: customerFields,
  formats: {
    own: {
      headings: {
        ...{ 'first name': 'firstname', 'last name': 'lastname', email: 'email', phone: 'phone' },
        ...{ address: 'address', city: 'city', postcode: 'postcode', state: 'state' },
        ...{ country: 'country', ...leftOut('Registered') },
      },
      signs: [['registered'], ['first name'], ['email']],
    },
    shopify: {
      headings: {
        ...{ 'first name': 'firstname', 'last name': 'lastname', email: 'email' },
        ...{ 'default address company': 'company', company: 'company', note: 'note' },
        ...{ 'default address address1': 'address', address1: 'address' },
        ...{ 'default address address2': 'address2', address2: 'address2' },
        ...{ 'default address city': 'city', city: 'city' },
        ...{ 'default address province code': 'state', 'province code': 'state' },
        ...{ 'default address country code': 'country', 'country code': 'country' },
        ...{ 'default address zip': 'postcode', zip: 'postcode', phone: 'phone' },
        ...leftOut('Customer ID', 'Accepts Email Marketing', 'Accepts SMS Marketing', 'Tags'),
        ...leftOut('Total Spent', 'Total Orders', 'Tax Exempt', 'Default Address Phone'),
        ...leftOut('Accepts Marketing', 'Province', 'Country', 'Language'),
      },
      signs: [
        ['first name'],
        ['accepts email marketing', 'accepts marketing', 'default address zip', 'tax exempt'],
      ],
      leftOut: /\(customer\.metafields\./,
    },
    woocommerce: {
      headings: {
        ...{ 'user email': 'email', email: 'email', name: 'name' },
        ...{ 'first name': 'firstname', 'last name': 'lastname' },
        ...{ 'billing phone': 'phone', 'billing company': 'company' },
        ...{ 'billing address 1': 'address', 'billing address 2': 'address2' },
        ...{ 'billing city': 'city', city: 'city', 'billing postcode': 'postcode' },
        ...{ 'postal code': 'postcode', 'billing state': 'state', region: 'state' },
        ...{ 'billing country': 'country', 'country / region': 'country' },
        ...leftOut(
          'Username',
          'Last active',
          'Sign up',
          'Date registered',
          'Orders',
          'AOV',
          'Role',
        ),
        ...leftOut('Total spend', 'Customer ID', 'User login', 'User registered', 'ID', 'Roles'),
        ...leftOut('Billing first name', 'Billing last name', 'Billing email', 'User pass'),
        ...leftOut('Display name', 'User nicename', 'User URL', 'Source user id', 'Nickname'),
      },
      signs: [['aov', 'billing email', 'user email', 'billing address 1']],
      leftOut: /^(shipping |meta: |wc |paying customer)/,
    },
    magento: {
      headings: {
        ...{ email: 'email', name: 'name', firstname: 'firstname', lastname: 'lastname' },
        ...{ phone: 'phone', zip: 'postcode', country: 'country', 'state/province': 'state' },
        ...{ 'street address': 'address', city: 'city', company: 'company' },
        ...leftOut('ID', 'Group', 'Customer since', 'Web site', 'Date of birth', 'Gender'),
        ...leftOut('Confirmed email', 'Account created in', 'Tax VAT number', 'Account lock'),
        ...leftOut('Billing address', 'Shipping address', 'Website', 'Store', 'VAT number'),
        ...leftOut('Billing firstname', 'Billing lastname', 'Fax', 'Action'),
      },
      signs: [['customer since', 'confirmed email'], ['email']],
    },
    prestashop: {
      headings: {
        ...{ 'email *': 'email', 'email address': 'email', email: 'email' },
        ...{ 'first name *': 'firstname', 'first name': 'firstname' },
        ...{ 'last name *': 'lastname', 'last name': 'lastname', company: 'company' },
        ...leftOut('ID', 'Active (0/1)', 'Titles ID (Mr = 1, Ms = 2, else 0)', 'Password *'),
        ...leftOut('Birthday (yyyy-mm-dd)', 'Newsletter (0/1)', 'Opt-in (0/1)', 'Group', 'Sales'),
        ...leftOut('Registration date (yyyy-mm-dd)', 'Groups (x,y,z...)', 'Default group ID'),
        ...leftOut('Social title', 'Enabled', 'Newsletter', 'Partner offers', 'Registration'),
        ...leftOut('Last visit', 'ID / Name of shop'),
      },
      signs: [
        ['opt-in (0/1)', 'partner offers'],
        ['first name *', 'first name'],
      ],
    },
  },
  labels: {
    ...{ own: 'this shop', shopify: 'Shopify', woocommerce: 'WooCommerce', magento: 'Magento' },
    ...{ prestashop: 'PrestaShop', unknown: 'a table that is not known' },
  },
  names: {
    ...{ 'e-mail': 'email', mail: 'email', 'email address': 'email', 'e-mail-adresse': 'email' },
    ...{ vorname: 'firstname', 'given name': 'firstname', prénom: 'firstname' },
    ...{ nachname: 'lastname', surname: 'lastname', 'family name': 'lastname' },
    ...{ customer: 'name', 'customer name': 'name', 'full name': 'name', kunde: 'name' },
    ...{ telefon: 'phone', telephone: 'phone', 'phone number': 'phone', mobile: 'phone' },
    ...{ firma: 'company', organization: 'company', straße: 'address', strasse: 'address' },
    ...{ street: 'address', 'street address': 'address', 'address 1': 'address' },
    ...{ address1: 'address', 'address 2': 'address2', address2: 'address2', ort: 'city' },
    ...{ stadt: 'city', town: 'city', plz: 'postcode', zip: 'postcode', 'zip code': 'postcode' },
    ...{ 'postal code': 'postcode', postleitzahl: 'postcode', province: 'state', region: 'state' },
    ...{ bundesland: 'state', land: 'country', 'country code': 'country', notes: 'note' },
    ...{ notiz: 'note', comment: 'note' },
  },
};
