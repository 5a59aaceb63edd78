import type { Tasks } from '#shared/schemas/dashboard.ts';
import { useEffect, useState } from 'react';
import { fetchTasks } from '../../api/admin-dashboard.ts';
import { routes } from '../../routes.ts';

const kinds: readonly {
  readonly name: keyof Tasks;
  readonly words: readonly [one: string, many: string];
  readonly href: string;
}[] = [
  {
    name: 'heldOrders',
    words: ['order was paid with a wrong sum', 'orders were paid with a wrong sum'],
    href: `${routes.orders()}?status=Held`,
  },
  {
    name: 'unpaidOrders',
    words: ['unpaid order', 'unpaid orders'],
    href: `${routes.orders()}?status=Pending`,
  },
  {
    name: 'unreadMessages',
    words: ['unread message', 'unread messages'],
    href: `${routes.messages()}?state=unread`,
  },
  {
    name: 'outOfStock',
    words: ['product out of stock', 'products out of stock'],
    href: `${routes.products()}?availability=OutofStock`,
  },
  {
    name: 'withoutPictures',
    words: ['product without pictures', 'products without pictures'],
    href: `${routes.products()}?pictures=none`,
  },
];
const count = new Intl.NumberFormat('en-US');

/** What waits for a person, each with the way to it. */
export function ToDo() {
  const [tasks, setTasks] = useState<Tasks | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    void fetchTasks().then((reply) => {
      if (reply.ok) setTasks(reply);
      else setFailed(true);
    });
  }, []);
  const open = kinds.filter(({ name }) => (tasks?.[name] ?? 0) > 0);
  return (
    <section className="to-do" aria-labelledby="to-do-heading" aria-busy={!tasks && !failed}>
      <h2 id="to-do-heading" className="section-title">
        To do
      </h2>
      {failed && <p className="hint">What needs doing could not be loaded.</p>}
      {tasks && open.length === 0 && <p className="hint">Nothing waits for you.</p>}
      <ul className="to-do__list">
        {open.map(({ name, words, href }) => {
          const number = tasks?.[name] ?? 0;
          return (
            <li key={name}>
              <a href={href}>
                <strong>{count.format(number)}</strong> {words[number === 1 ? 0 : 1]}
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
