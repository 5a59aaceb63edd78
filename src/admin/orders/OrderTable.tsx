import { messages } from '#shared/messages.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { OrderLines } from '../../invoice/OrderLines.tsx';
import { routes } from '../../routes.ts';
import { linePicture, nameOfLine } from '../../ui/line-choice.ts';
import { Section } from '../listing/Section.tsx';
import { Thumbnails } from '../listing/Thumbnails.tsx';
import './order-table.css';

/** The lines of an order, each with a link to its product. */
export function OrderTable({ order }: { readonly order: Order }) {
  return (
    <Section title="Lines">
      <OrderLines
        order={order}
        className="order-table"
        names={{ line: 'Product', sum: 'Total', total: 'Total' }}
        picture={(line) => {
          const url = linePicture(line);
          return <Thumbnails images={url ? [url] : []} name={nameOfLine(line)} max={1} />;
        }}
        title={(line) =>
          line.product ? (
            <a className="row-title" href={routes.adminProduct(line.product._id)}>
              {line.title}
            </a>
          ) : (
            <span>
              {line.title} <span className="missing">{messages.products.deleted}</span>
            </span>
          )
        }
      />
    </Section>
  );
}
