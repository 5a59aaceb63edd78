import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import { tasks } from '../../api/admin-dashboard.ts';
import { query } from '../../api/query.ts';
import { companyRoutes } from '../../company-routes.ts';
import { routes } from '../../routes.ts';
import { formatCount } from '../../ui/format.ts';
import { Section } from '../listing/Section.tsx';
import './to-do.css';

const $tasks = query(tasks());

const [orders, products] = [routes.orders(), routes.products()];
/** Singular, plural, and the list that shows them. */
const kinds = [
  [
    'toSend',
    'order',
    'orders',
    'to send',
    `${orders}?status=OnTerms,Paid&fulfilment=to_send,packed&disputed=no`,
  ],
  ['heldOrders', 'paid order', 'paid orders', 'on hold', `${orders}?status=Held`],
  ['disputed', 'disputed payment', 'disputed payments', 'to answer', `${orders}?disputed=open`],
  ['overdue', 'order', 'orders', 'overdue', `${orders}?overdue=yes`],
  ['returnsToAnswer', 'return', 'returns', 'to answer', `${orders}?returns=requested`],
  ['quotesToAnswer', 'quote', 'quotes', 'to answer', `${companyRoutes.quotes()}?state=to-answer`],
  [
    'companiesToAnswer',
    'company',
    'companies',
    'to answer',
    `${companyRoutes.companies()}?status=requested`,
  ],
  ['unpaidOrders', 'unpaid order', 'unpaid orders', '', `${orders}?status=Pending`],
  ['unreadMessages', 'unread message', 'unread messages', '', `${routes.messages()}?state=unread`],
  ['lowStock', 'size', 'sizes', 'running low', routes.stock()],
  ['outOfStock', 'product', 'products', 'out of stock', `${products}?availability=OutofStock`],
  ['withoutPictures', 'product', 'products', 'without pictures', `${products}?pictures=none`],
] as const;

/** Tasks that need attention, each with a link. */
export function ToDo() {
  const { body, failure } = useStore($tasks);
  const open = kinds.flatMap(([name, one, many, rest, href]) => {
    const count = body?.[name] ?? 0;
    return count === 0 ? [] : [{ href, count, text: `${count === 1 ? one : many} ${rest}`.trim() }];
  });
  return (
    <Section title="To do" className="to-do">
      {failure && <p className="hint">{messages.loading.failed('to-do list')}</p>}
      {body && !failure && open.length === 0 && <p className="hint">Nothing to do.</p>}
      <ul className="to-do__list">
        {open.map(({ href, count, text }) => (
          <li key={href}>
            <a href={href}>
              <strong>{formatCount(count)}</strong> {text}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
