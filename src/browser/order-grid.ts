import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { productWithVariants } from '../api/ordering.ts';
import { $companyName } from '../stores/company-name.ts';
import { OrderGrid } from '../storefront/order-grid/OrderGrid.tsx';
import type { CompanyProduct } from '../storefront/company-price.ts';
import style from './order-grid.css?inline';

/** Shows the order grid to members of a company, if the product has options. */
export async function showGrid(host: HTMLElement, own: CompanyProduct): Promise<void> {
  const found = await productWithVariants(own._id);
  if (!found.ok || found.product.variants.length < 2) return;
  // The content security policy forbids style elements.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
  const company = $companyName.get();
  createRoot(host).render(createElement(OrderGrid, { product: found.product, own, company }));
  host.hidden = false;
  for (const it of document.querySelectorAll<HTMLElement>('[data-order-grid-link]')) {
    it.hidden = false;
  }
  // On phones it would cover the grid's own button with the same label.
  document.querySelector('[data-buy-bar]')?.remove();
}
