import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import type { Product } from '#shared/schemas/products.ts';
import { atom, computed } from 'nanostores';
import { useState } from 'react';
import { productPage } from '../../api/admin-products.ts';
import { query } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { ListPricesForm } from './ListPricesForm.tsx';

interface AddListProductProps {
  readonly list: string;
  readonly onDone: () => void;
}

const most = 8;

/** Finds a product, then opens the form for its prices. */
export function AddListProduct({ list, onDone }: AddListProductProps) {
  const [{ $q, $found }] = useState(() => {
    const $q = atom('');
    const paramsOf = (q: string) => new URLSearchParams({ q, limit: String(most) }).toString();
    return { $q, $found: query(computed($q, (q) => productPage(paramsOf(q)))) };
  });
  const q = useStore($q);
  const { body } = useStore($found);
  const [product, setProduct] = useState<Pick<Product, '_id' | 'title'> | null>(null);
  if (product) {
    return (
      <>
        <h3>{product.title}</h3>
        <ListPricesForm list={list} product={product._id} onDone={onDone} />
      </>
    );
  }
  return (
    <div className="form">
      <Field
        label="Search products"
        type="search"
        autoComplete="off"
        value={q}
        onChange={({ currentTarget }) => $q.set(currentTarget.value)}
      />
      <ul className="list-prices-found">
        {body?.rows.map((it) => (
          <li key={it._id}>
            <Button look="link" onClick={() => setProduct(it)}>
              {it.title}
            </Button>
          </li>
        ))}
      </ul>
      {body?.rows.length === 0 && <p role="status">{messages.products.nothingFound}</p>}
    </div>
  );
}
