import { Button } from '../../ui/Button.tsx';
import { ImportForm } from '../products/ImportForm.tsx';
import { exportRedirects, importRedirects } from './redirects.ts';

const hint =
  'A CSV file with the columns From and To, such as /summer-sale and /shop. Redirects that are not in the file stay unchanged.';

/** Export and import of all redirects. */
export function RedirectFiles({ onDone }: { readonly onDone: () => void }) {
  return (
    <>
      <p className="stock-files">
        <Button look="quiet" onClick={exportRedirects}>
          Export redirects
        </Button>
      </p>
      <ImportForm hint={hint} take={importRedirects} creates onDone={onDone} />
    </>
  );
}
