import { Button } from '../../ui/Button.tsx';
import { ImportForm } from '../import/ImportForm.tsx';
import { exportRedirects, importRedirects, redirectColumnsOf } from './redirects.ts';

const hint =
  'A CSV file with the columns From and To, such as /summer-sale and /shop, or an export of Shopify or of the WordPress plugin Redirection. Redirects that are not in the file stay unchanged.';

/** Export and import of all redirects. */
export function RedirectFiles({ onDone }: { readonly onDone: () => void }) {
  return (
    <>
      <p className="stock-files">
        <Button look="quiet" onClick={exportRedirects}>
          Export redirects
        </Button>
      </p>
      <ImportForm
        {...{ hint, onDone }}
        take={importRedirects}
        describe={redirectColumnsOf}
        creates
      />
    </>
  );
}
