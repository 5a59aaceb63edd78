import type { Product } from '#shared/schemas/products.ts';
import { useState } from 'react';
import { productPage } from '../../api/admin-products.ts';
import { Picker } from '../forms/Picker.tsx';
import { ListPricesForm } from './ListPricesForm.tsx';

interface AddListProductProps {
  readonly list: string;
  readonly onDone: () => void;
}

const found = (q: string) => productPage(new URLSearchParams({ q, limit: '8' }).toString());

/** Finds a product, then opens the form for its prices. */
export function AddListProduct({ list, onDone }: AddListProductProps) {
  const [product, setProduct] = useState<Pick<Product, '_id' | 'title'> | null>(null);
  return product ? (
    <>
      <h3>{product.title}</h3>
      <ListPricesForm list={list} product={product._id} onDone={onDone} />
    </>
  ) : (
    <Picker
      label="Search products"
      resource={found}
      rowsOf={(it) => it.rows}
      nameOf={({ title }) => ({ title })}
      onPick={(it) => setProduct(it)}
      atOnce
    />
  );
}
