import type { OrderStatus } from '../domain/order-status.ts';
import type { Tables } from '../database.types.ts';

type Role = Tables<'company_members'>['role'];

/** What `private.company_json` returns. */
export type CompanyJson = Tables<'companies'> & {
  country_name: string;
  price_list: string;
  members: {
    id: string;
    firstname: string;
    lastname: string;
    email: string;
    role: Role;
    created_at: string;
  }[];
};
export type OwnCompanyRow = CompanyJson & {
  role: Role;
  invitations: { id: string; email: string; role: Role; ends_at: string }[];
};
export type OfficeCompanyRow = CompanyJson & {
  orders: { count: number; spent: number; unpaid: number };
  price_lists: { id: string; name: string }[];
};
export interface CompanyOrdersRow {
  total: number;
  orders: {
    id: string;
    number: string;
    created_at: string;
    status: OrderStatus;
    total_price: number;
    currency: string;
    po_number: string;
    due_at: string | null;
    buyer: string;
  }[];
}
