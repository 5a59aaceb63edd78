import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { productImports } from '../../api/product-imports.ts';
import { query } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { RelativeTime } from '../listing/RelativeTime.tsx';
import { ImportProgress } from './ImportProgress.tsx';

const $imports = query(productImports());

/** The imports of the last 30 days, each with what became of it. */
export function EarlierImports() {
  const imports = useStore($imports).body?.imports ?? [];
  const [open, setOpen] = useState('');
  if (imports.length === 0) return null;
  return (
    <details className="earlier-imports">
      <summary>Earlier imports</summary>
      <ul className="import-rows">
        {imports.map(({ id, fileName, createdAt }) => (
          <li key={id}>
            {fileName || 'Import'} · <RelativeTime iso={createdAt} />{' '}
            {open === id ? (
              <ImportProgress id={id} />
            ) : (
              <Button look="link" onClick={() => setOpen(id)}>
                Show
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
