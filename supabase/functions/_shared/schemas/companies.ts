import { z } from 'zod';
import { limits } from '../domain/limits.ts';
import { orderStatuses } from '../domain/order-status.ts';
import { isVatId, plainVatId } from '../domain/vat-id.ts';
import {
  amount,
  changesOf,
  createdAt,
  email,
  flag,
  id,
  price,
  requiredText,
  tableQuery,
  tableTotal,
  text,
  textOrNumber,
  wholeNumber,
} from './common.ts';

export const companyStatuses = ['requested', 'approved', 'refused', 'suspended'] as const;
export type CompanyStatus = (typeof companyStatuses)[number];
export const companyRoles = ['buyer', 'manager'] as const;
export type CompanyRole = (typeof companyRoles)[number];

/** Empty for none. Checked as far as that goes without asking a tax office. */
const vatId = text(30)
  .transform(plainVatId)
  .refine(
    (it) => it === '' || isVatId(it),
    'Not a VAT number. It begins with the country: DE136695976',
  )
  .default('');

/** The body of `POST /wholesale/company`. */
export const companyInput = z.object({
  name: requiredText(200),
  vatId,
  address: requiredText(500),
  postcode: textOrNumber(50).default(''),
  city: text(200).default(''),
  /** Two letters of ISO 3166-1. */
  country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country'),
  phone: textOrNumber(50).default(''),
  /** What they sell, and whatever else the shop should know. */
  about: requiredText(2000),
});
export type CompanyInput = z.input<typeof companyInput>;

export const vatIdMissing = 'Required for deliveries without tax';
/** All that the back office may change; forms send numbers as text. */
export const companyFields = companyInput
  .extend({
    address: text(500),
    city: text(200),
    about: text(2000),
    /** Null, or '' in a form, for none. */
    priceList: z
      .union([id, z.null(), z.literal('')], 'Not a valid id')
      .transform((it) => it || null)
      .default(null),
    termsDays: wholeNumber(365).default(0),
    /** In the shop's currency. */
    creditLimit: amount.default(0),
    /** In the shop's currency. */
    orderMinimum: price.default(0),
    taxFree: flag.default(false),
  })
  .refine((it) => !it.taxFree || it.vatId !== '', { path: ['vatId'], message: vatIdMissing });
/** `PUT /companies/admin/{id}` */
export const companyUpdate = changesOf(companyFields);
export type CompanyUpdate = z.output<typeof companyUpdate>;

/** The body of `PUT /companies/admin/{id}/status`. */
export const companyAnswer = z.object({ status: z.enum(companyStatuses).exclude(['requested']) });

const company = z.object({
  _id: z.string(),
  name: z.string(),
  vatId: z.string(),
  address: z.string(),
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
  countryName: z.string(),
  phone: z.string(),
  about: z.string(),
  status: z.enum(companyStatuses),
  /** Name of its price list; empty when it pays the prices of the shop. */
  priceList: z.string(),
  /** Within how many days it pays; 0 when it pays by card only. */
  termsDays: z.int(),
  creditLimit: z.number(),
  orderMinimum: z.number(),
  taxFree: z.boolean(),
  members: z.array(
    z.object({
      _id: z.string(),
      firstname: z.string(),
      lastname: z.string(),
      email: z.string(),
      role: z.enum(companyRoles),
      createdAt,
    }),
  ),
  createdAt,
});
export type Member = z.infer<typeof company>['members'][number];

export const ownCompany = company.extend({
  /** What the caller is. */
  role: z.enum(companyRoles),
  /** Open ones; only managers see them. */
  invitations: z.array(
    z.object({
      _id: z.string(),
      email: z.string(),
      role: z.enum(companyRoles),
      endsAt: z.string(),
    }),
  ),
});
export type OwnCompany = z.infer<typeof ownCompany>;
export const ownCompanyReply = z.object({ company: ownCompany.nullable() });
export const companyChangedReply = ownCompanyReply.extend({ message: z.string() });

/** `GET /wholesale/company/orders`. */
export const companyOrdersQuery = z.object({
  limit: z.coerce.number().int().min(1).max(limits.pageSize.max).default(20),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
});
export const companyOrdersReply = z.object({
  orders: z.array(
    z.object({
      _id: z.string(),
      number: z.string(),
      status: z.enum(orderStatuses),
      /** Until when an order on terms is to be paid, kept when it is; null for others. */
      dueAt: z.string().nullable(),
      totalPrice: z.number(),
      currency: z.string(),
      poNumber: z.string(),
      /** Who placed it. */
      buyer: z.string(),
      createdAt,
    }),
  ),
  total: tableTotal,
});
export type CompanyOrders = z.infer<typeof companyOrdersReply>;

export const invitationInput = z.object({ email, role: z.enum(companyRoles).default('buyer') });
export const memberInput = z.object({ role: z.enum(companyRoles) });

/** What the link of an invitation shows before it is accepted. */
export const invitationReply = z.object({
  invitation: z.object({ company: z.string(), email: z.string(), role: z.enum(companyRoles) }),
});

const columns = ['created', 'name', 'status'] as const;
/** The table of the back office; `status` may be several with commas between them. */
export const companyTableQuery = tableQuery(columns).extend({
  status: z
    .string()
    .refine(
      (it) => it.split(',').every((one) => z.enum(companyStatuses).safeParse(one).success),
      'Not a status',
    )
    .optional(),
});
export type CompanyTableQuery = z.output<typeof companyTableQuery>;
export const companyRow = company
  .pick({ _id: true, name: true, vatId: true, city: true, status: true, priceList: true })
  .extend({ country: z.string(), members: z.int(), orders: z.int(), createdAt });
export type CompanyRow = z.infer<typeof companyRow>;
export const companyTableReply = z.object({ companies: z.array(companyRow), total: tableTotal });

/** `spent` is what its paid orders cost, `unpaid` what those on terms do; both in the shop's currency. */
export const officeCompany = company.extend({
  priceListId: z.string().nullable(),
  orders: z.object({ count: z.int(), spent: z.number(), unpaid: z.number() }),
  priceLists: z.array(z.object({ _id: z.string(), name: z.string() })),
});
export type OfficeCompany = z.infer<typeof officeCompany>;
export const officeCompanyReply = z.object({ company: officeCompany });
export const officeCompanyChangedReply = officeCompanyReply.extend({ message: z.string() });
