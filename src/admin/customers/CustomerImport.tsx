import { useState } from 'react';
import { Check } from '../../ui/Field.tsx';
import { ImportForm } from '../import/ImportForm.tsx';
import { customerColumnsOf, importCustomers } from './customers.ts';

const hint =
  'A CSV file of Shopify, WooCommerce, Magento, PrestaShop or this shop, or any other table. Customers are known again by their email address; others get an account without a password. Of customers who have a password, only what is empty is filled in.';

/** Imports customers, and invites new ones if that is wanted. */
export function CustomerImport({ onDone }: { readonly onDone: () => void }) {
  const [invite, setInvite] = useState(false);
  return (
    <>
      <Check
        label="Email new customers a link to choose a password"
        checked={invite}
        onChange={(event) => setInvite(event.currentTarget.checked)}
      />
      <ImportForm
        {...{ hint, onDone }}
        creates
        take={importCustomers(invite)}
        describe={customerColumnsOf}
      />
    </>
  );
}
