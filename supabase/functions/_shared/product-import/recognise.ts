import { importFields, importFieldNames, type ImportField, type OwnField } from './fields.ts';
import { formatColumns, type ForeignFormat, type ImportFormat } from './formats.ts';

/** What a column was recognised as: a field, a column of one's own, '' to leave it out, null if it is not known. */
type Recognised = string | null;

export interface RecognisedTable {
  readonly format: ImportFormat;
  readonly columns: readonly Recognised[];
}

/** As headings are compared: `Attribute_1 Name` is `attribute 1 name`, `Image_Link` `image link`. */
const plainHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^g:/, '')
    .replaceAll(/[\s_]+/g, ' ')
    .replaceAll('\\,', ',');

function formatOf(headings: readonly string[]): ForeignFormat {
  const has = new Set(headings);
  const fits = Object.entries(formatColumns).find(([, { signs }]) =>
    signs.every((some) => some.some((it) => has.has(it))),
  );
  return (fits?.[0] as ForeignFormat | undefined) ?? 'unknown';
}

/** Names of columns in tables that people make, also in other languages of the trade. */
const names: Readonly<Record<string, ImportField>> = {
  ...{ 'product name': 'title', name: 'title', product: 'title', artikel: 'title', titel: 'title' },
  ...{ bezeichnung: 'title', nom: 'title', nombre: 'title', produkt: 'title', produit: 'title' },
  ...{ slug: 'handle', 'product handle': 'handle', 'url key': 'handle', 'style number': 'handle' },
  ...{ beschreibung: 'description', 'body (html)': 'description', body: 'description' },
  ...{ descripción: 'description', details: 'description', 'product description': 'description' },
  ...{ preis: 'price', prix: 'price', precio: 'price', 'retail price': 'price', rrp: 'price' },
  ...{ 'unit price': 'price', 'regular price': 'price', 'variant price': 'price', vk: 'price' },
  ...{ 'special price': 'salePrice', angebotspreis: 'salePrice' },
  ...{ 'compare at price': 'compareAtPrice', msrp: 'compareAtPrice', uvp: 'compareAtPrice' },
  ...{
    'old price': 'compareAtPrice',
    'was price': 'compareAtPrice',
    streichpreis: 'compareAtPrice',
  },
  ...{ kategorie: 'category', categories: 'category', catégorie: 'category', type: 'category' },
  ...{ 'product type': 'category', categoría: 'category', collection: 'category' },
  ...{ 'item number': 'sku', artikelnummer: 'sku', 'article number': 'sku', 'sku code': 'sku' },
  ...{ 'variant sku': 'sku', reference: 'sku', référence: 'sku', referencia: 'sku' },
  ...{ ean: 'barcode', ean13: 'barcode', gtin: 'barcode', upc: 'barcode', 'ean code': 'barcode' },
  ...{ größe: 'size', groesse: 'size', taille: 'size', talla: 'size', taglia: 'size' },
  ...{ farbe: 'color', colour: 'color', couleur: 'color', colore: 'color' },
  ...{ qty: 'stock', quantity: 'stock', bestand: 'stock', inventory: 'stock', menge: 'stock' },
  ...{ 'stock quantity': 'stock', 'on hand': 'stock', quantité: 'stock', cantidad: 'stock' },
  ...{
    gewicht: 'weight',
    poids: 'weight',
    peso: 'weight',
    'weight (g)': 'weight',
    grams: 'weight',
  },
  ...{ 'weight (kg)': 'weightKg', 'weight (lb)': 'weightLb', 'weight (oz)': 'weightOz' },
  ...{ material: 'composition', fabric: 'composition', 'care instructions': 'care' },
  ...{ 'country of origin': 'origin', 'made in': 'origin', farben: 'colors', größen: 'sizes' },
  ...{ image: 'pictures', images: 'pictures', 'image url': 'pictures', 'image urls': 'pictures' },
  ...{ picture: 'pictures', photos: 'pictures', bild: 'pictures', bilder: 'pictures' },
  ...{ colours: 'colors', availability: 'inStock', active: 'published', visible: 'published' },
};

const byLabel = new Map<string, ImportField>(
  importFieldNames.flatMap((it) => [
    [plainHeading(it), it],
    [plainHeading(importFields[it]), it],
  ]),
);

const digits = (text: string): boolean => /^'?(\d{8}|\d{12,14})$/.test(text);

/** By the values of a column, where its heading says nothing: only what hardly means anything else. */
function byContent(values: readonly string[]): ImportField | null {
  const filled = values.filter((it) => it !== '');
  if (filled.length === 0) return null;
  const all = (fits: (value: string) => boolean) => filled.every(fits);
  if (all((it) => /^https?:\/\/\S+\.(jpe?g|png|webp|avif|gif)\b/i.test(it))) return 'pictures';
  if (all(digits)) return 'barcode';
  if (all((it) => /^(x{0,3}[sl]|m|\d?xl|one size)$/i.test(it))) return 'size';
  if (all((it) => /<(p|br|div|ul|span|h\d)\b[^>]*>/i.test(it))) return 'description';
  if (all((it) => /^([$€£]\s?\d+([.,]\d{2})?|\d+([.,]\d{2})?\s?([$€£]|[A-Z]{3}))$/.test(it)))
    return 'price';
  return null;
}

/**
 * What each column of a table is, by its heading and, in tables of no known shop, by its first values. Columns of a known
 * shop that this one does not take are left out; a field is recognised once.
 */
export function recognise(
  header: readonly string[],
  records: readonly (readonly string[])[],
  own: { readonly columns: readonly string[]; readonly fields: readonly OwnField[] },
): RecognisedTable {
  const headings = header.map(plainHeading);
  const isOwn = new Set(own.columns.map((it) => it.toLowerCase()));
  if (header.every((it) => it.trim() === '' || isOwn.has(it.trim().toLowerCase())))
    return { format: 'own', columns: header.map((it) => it.trim()) };
  const format = formatOf(headings);
  const ownOf = new Map(
    own.fields.flatMap(({ column, name }) => [
      [plainHeading(column), column],
      [plainHeading(name), column],
    ]),
  );
  const taken = new Set<string>();
  const once = (found: Recognised): Recognised => {
    if (!found || !taken.has(found)) {
      if (found) taken.add(found);
      return found;
    }
    return null;
  };
  const byHeading = headings.map((heading, place): Recognised => {
    // A column without heading and content is none.
    if (heading === '') return records.some((cells) => cells[place]?.trim()) ? null : '';
    const mine = ownOf.get(heading);
    if (format === 'unknown') return once(mine ?? byLabel.get(heading) ?? names[heading] ?? null);
    const { headings: known, leftOut } = formatColumns[format];
    const field = known[heading];
    if (field) return once(field);
    if (mine) return once(mine);
    return field === null || leftOut?.test(heading) ? '' : null;
  });
  if (format !== 'unknown') return { format, columns: byHeading };
  const first = records.slice(0, 50);
  const columns = byHeading.map((it, place) =>
    it === null ? once(byContent(first.map((cells) => cells[place]?.trim() ?? ''))) : it,
  );
  return { format, columns };
}
