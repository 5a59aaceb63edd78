import type { OfficeVariant } from '#shared/schemas/stock.ts';
import { colourName } from '#shared/domain/colour-name.ts';
import { formatCount } from '../../ui/format.ts';
import { choicesOf, variantOf, type Choices } from './choices-of.ts';
import { Swatch } from './Swatch.tsx';
import { fieldLabels, freePieces, isCounted } from './variant-fields.ts';
import './stock-glance.css';

interface StockGlanceProps {
  readonly product: Choices;
  readonly variants: readonly OfficeVariant[];
}

/** The stock of each size and colour, without the script of the editable grid. */
export function StockGlance({ product, variants }: StockGlanceProps) {
  const { sizes, colors } = choicesOf(variants, product);
  return (
    <div className="stock-glance">
      <table>
        <caption className="visually-hidden">Stock by size and color</caption>
        <thead>
          <tr>
            <th scope="col">Color</th>
            {sizes.map((size) => (
              <th key={size} scope="col">
                {size ?? fieldLabels.onHand}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {colors.map((color) => (
            <tr key={color}>
              <th scope="row">
                {color && <Swatch colour={color} />} {color ? colourName(color) : 'All'}
              </th>
              {sizes.map((size) => (
                <Stock key={size} variant={variantOf(variants, size, color)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Stock({ variant }: { readonly variant: OfficeVariant | undefined }) {
  if (!variant || !isCounted(variant)) return <td>–</td>;
  const { onHand, held } = variant;
  return (
    <td data-level={freePieces(variant) <= 0 ? 'out' : undefined}>
      {formatCount(onHand)}
      {held > 0 && <small>{formatCount(held)} held</small>}
    </td>
  );
}
