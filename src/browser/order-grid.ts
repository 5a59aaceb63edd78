import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { productWithVariants } from '../api/ordering.ts';
import { fetchOwnPrices } from '../api/wholesale.ts';
import { $ownCompany, setOwnCompany } from '../stores/own-company.ts';
import { OrderGrid } from '../storefront/order-grid/OrderGrid.tsx';
import style from './order-grid.css?inline';

/** Shows the grid where a member of a company looks at a product with something to choose. */
async function showGrid(host: HTMLElement, id: string): Promise<void> {
  const [found, priced] = await Promise.all([productWithVariants(id), fetchOwnPrices([id])]);
  // Who no longer buys for a company is not asked again.
  if (priced.ok) setOwnCompany(priced.prices?.company ?? '');
  const own = priced.ok && priced.prices?.products[0];
  if (!found.ok || !own || found.product.variants.length < 2) return;
  // The security policy forbids style elements.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
  const company = $ownCompany.get();
  createRoot(host).render(createElement(OrderGrid, { product: found.product, own, company }));
  host.hidden = false;
  for (const it of document.querySelectorAll<HTMLElement>('[data-order-grid-link]')) {
    it.hidden = false;
  }
  // On the phone it would stand over the grid's own button, with the same words.
  document.querySelector('[data-buy-bar]')?.remove();
}

const host = document.querySelector<HTMLElement>('[data-order-grid]');
if (host) void showGrid(host, host.dataset['orderGrid'] ?? '');
