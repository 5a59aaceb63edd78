import { redirectPath } from '../domain/redirect-path.ts';
import { firstCategory } from './cells.ts';
import type { ForeignFormat } from './formats.ts';
import type { SourceRow } from './groups.ts';

/** As shops make addresses of names: `Été & Co` is `ete-co`. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

const joined = (...parts: string[]): string => parts.filter((it) => it !== '').join('-');

/** Addresses as these shops have them unless somebody changed their settings; '' where the file does not say. */
const writtenBy: Readonly<Record<ForeignFormat, (row: SourceRow) => string>> = {
  shopify: ({ cell }) => cell('handle') && `/products/${cell('handle')}`,
  woocommerce: ({ cell }) => cell('slug') && `/product/${cell('slug')}`,
  magento: ({ cell }) => cell('handle') && `/${cell('handle')}.html`,
  prestashop: ({ cell }) => {
    const name = cell('slug') && joined(cell('handle'), cell('slug'), cell('barcode'));
    const category = slugOf(firstCategory(cell('category'), /,/));
    return name && `${category && `/${category}`}/${name}.html`;
  },
  ...{ google: () => '', unknown: () => '' },
};

/** The path at which a product was found in its other shop, as redirects have it; undefined where it is not known. */
export function oldAddress(row: SourceRow, format: ForeignFormat): string | undefined {
  const path = redirectPath(row.cell('address') || writtenBy[format](row));
  return path !== null && path !== '/' && path.length <= 500 ? path : undefined;
}
