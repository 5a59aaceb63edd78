import { onNotify } from 'nanostores';
import { ownCompany } from '../api/companies.ts';
import { query } from '../api/query.ts';
import { setCompanyName } from './company-name.ts';

/** The signed-in shopper's company, loaded once for all components. */
export const $company = query(ownCompany());
// Shoppers who were approved or invited since the sign-in see company prices from here on.
onNotify($company, () => {
  const body = $company.value?.body;
  if (body) setCompanyName(body.company?.status === 'approved' ? body.company.name : '');
});
