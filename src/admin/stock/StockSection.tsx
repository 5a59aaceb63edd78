import { useStore } from '@nanostores/react';
import type { DetailedProduct } from '#shared/schemas/products.ts';
import { useEffect, useRef, useState } from 'react';
import { variants as variantsOf } from '../../api/admin-stock.ts';
import { query } from '../../api/query.ts';
import { StockForm } from '../forms/lazy.tsx';
import { Loading } from '../listing/Loading.tsx';
import { Section } from '../listing/Section.tsx';
import './stock-section.css';

/** The sizes and colours of a product, each with its SKU and stock. */
export function StockSection({ product }: { readonly product: DetailedProduct }) {
  const of = variantsOf(product._id);
  const [$variants] = useState(() => query(of));
  const loaded = useStore($variants);
  const section = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);

  // The script of the grid comes once it is nearly seen, or with the first key, so that Tab finds it.
  useEffect(() => {
    const { current } = section;
    // The browser looked for it before it was there.
    if (location.hash === '#stock') current?.scrollIntoView();
    const ended = new AbortController();
    const load = () => setNear(true);
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      rootMargin: '200px',
    });
    if (current) observer.observe(current);
    addEventListener('keydown', load, { once: true, signal: ended.signal });
    return () => {
      observer.disconnect();
      ended.abort();
    };
  }, []);

  return (
    <div className="stock-section product-page__whole" id="stock" ref={section}>
      <Section title="Sizes and stock" className="panel">
        <Loading loaded={loaded} path={of.path} what="stock">
          {({ variants }) => isNear && <StockForm product={product} variants={variants} />}
        </Loading>
      </Section>
    </div>
  );
}
