import { onNotify } from 'nanostores';
import { ownCompany } from '../api/companies.ts';
import { query } from '../api/query.ts';
import { setOwnCompany } from './own-company.ts';

/** The company of the shopper who is signed in, read once for all who show something of it. */
export const $company = query(ownCompany());
// Who was approved or invited since the sign-in sees their own prices from here on.
onNotify($company, () => {
  const body = $company.value?.body;
  if (body) setOwnCompany(body.company?.status === 'approved' ? body.company.name : '');
});
