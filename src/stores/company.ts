import { ownCompany } from '../api/companies.ts';
import { query } from '../api/query.ts';

/** The company of the shopper who is signed in, read once for all who show something of it. */
export const $company = query(ownCompany());
