import { messages } from '#shared/messages.ts';
import type { Order } from '#shared/schemas/orders.ts';
import { OrderLines } from '../../invoice/OrderLines.tsx';
import { routes } from '../../routes.ts';

/** The lines of an order, each with the way to its product. */
export function OrderTable({ order }: { readonly order: Order }) {
  return (
    <section aria-labelledby="lines-heading">
      <h2 className="section-title" id="lines-heading">
        Lines
      </h2>
      <OrderLines
        order={order}
        className="order-table"
        names={{ line: 'Product', sum: 'Total', total: 'Total' }}
        title={(line) =>
          line.product ? (
            <a className="row-title" href={routes.adminProduct(line.product._id)}>
              {line.title}
            </a>
          ) : (
            <span>
              {line.title} <span className="gone">{messages.products.deleted}</span>
            </span>
          )
        }
      />
    </section>
  );
}
