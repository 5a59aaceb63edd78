import type { OpeningStep } from '#shared/schemas/opening.ts';
import { routes } from '../../routes.ts';
import { settingsRoutes } from '../../settings-routes.ts';

interface Step {
  readonly title: string;
  /** Where it is done; omitted for what is set outside the back office. */
  readonly href?: string;
  readonly hint: string;
}

/** What a new shop sets up. */
export const steps: Readonly<Record<OpeningStep, Step>> = {
  name: {
    title: 'Name',
    href: settingsRoutes.shop(),
    hint: 'Pages, emails and titles show it, with your logo and colors.',
  },
  address: {
    title: 'Address',
    href: settingsRoutes.shop(),
    hint: 'Of the seller, for invoices and the imprint.',
  },
  country: {
    title: 'Country',
    href: routes.taxes(),
    hint: 'Where the seller is taxed.',
  },
  currency: {
    title: 'Currency',
    href: settingsRoutes.currency(),
    hint: 'Of all prices. The first order fixes it.',
  },
  timeZone: {
    title: 'Time zone',
    href: settingsRoutes.timeZone(),
    hint: 'In which days begin and reports count.',
  },
  taxes: {
    title: 'Taxes',
    href: routes.taxes(),
    hint: 'A rate for each country in which you charge tax.',
  },
  shipping: {
    title: 'Shipping',
    href: routes.shipping(),
    hint: 'Zones of countries, and what sending costs there.',
  },
  payments: {
    title: 'Payments',
    href: settingsRoutes.payments(),
    hint: 'How customers pay.',
  },
  mail: {
    title: 'Email',
    href: routes.mail(),
    hint: 'Set MAIL_FROM and a mail server, so that customers get emails.',
  },
  legalPages: {
    title: 'Legal pages',
    href: routes.adminPages(),
    hint: 'Terms, Privacy and Imprint, written and published.',
  },
  product: {
    title: 'First product',
    href: routes.addProduct(),
    hint: 'With pictures, sizes, a price and stock.',
  },
  testOrder: {
    title: 'Test order',
    href: routes.userProducts(),
    hint: 'Order and pay in the shop as a customer would.',
  },
  domain: {
    title: 'Domain',
    hint: 'Set SITE_URL to the https:// address at which customers find the shop.',
  },
};
