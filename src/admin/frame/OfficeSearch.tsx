import { useStore } from '@nanostores/react';
import { formatPrice } from '#shared/domain/money.ts';
import { statusLabel } from '#shared/domain/order-status.ts';
import { messages } from '#shared/messages.ts';
import { atom, computed } from 'nanostores';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { findings, type Findings } from '../../api/admin-search.ts';
import { query } from '../../api/query.ts';
import { routes } from '../../routes.ts';
import { SearchBox } from './SearchBox.tsx';
import './office-search.css';

/** Empty while the results are closed. */
const $q = atom('');
const $findings = query(computed($q, findings));

/** The search of the top bar: products, orders and customers; arrow keys move through the results. */
export function OfficeSearch() {
  const q = useStore($q);
  const root = useRef<HTMLDivElement>(null);
  const open = q !== '';

  // Keyboard users cannot reach what the results cover, but a click outside has to work the first time.
  useEffect(() => {
    const main = document.getElementById('main');
    const cover = (covered: boolean) => main?.toggleAttribute('inert', covered);
    const onMove = ({ target }: Event) =>
      cover(target instanceof Node && root.current?.contains(target) === true);
    cover(open);
    if (!open) return;
    addEventListener('pointermove', onMove);
    return () => removeEventListener('pointermove', onMove);
  }, [open]);

  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [...(root.current?.querySelectorAll<HTMLElement>('input, .findings a') ?? [])];
    const at = stops.findIndex((it) => it === document.activeElement);
    const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <div
      className="top-bar__find"
      ref={root}
      role="none"
      onKeyDown={onKey}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) $q.set('');
      }}
    >
      <SearchBox
        className="top-bar__search"
        label="Search products, orders, customers"
        query=""
        shortcut="office"
        onSearch={(text) => $q.set(text)}
      />
      {open && <Results q={q} />}
    </div>
  );
}

function Results({ q }: { readonly q: string }) {
  const { body: last, failure } = useStore($findings);
  const body = failure ? null : last;
  const panel = useRef<HTMLDivElement>(null);
  const groups = body ? groupsOf(body) : [];
  const count = groups.reduce((sum, it) => sum + it.rows.length, 0);
  // Results of an earlier search do not open the panel, but stay until the new ones arrive.
  const loaded = body?.q === q || failure !== null;
  useEffect(() => {
    if (loaded && !panel.current?.matches(':popover-open')) panel.current?.showPopover();
  }, [loaded]);
  return (
    <>
      <div role="status" className="visually-hidden">
        {body && `${count} found`}
      </div>
      <div
        ref={panel}
        popover="auto"
        className="findings"
        onToggle={({ newState }) => newState === 'closed' && $q.set('')}
      >
        {failure && <p className="findings__note">{messages.search.failed}</p>}
        {body && count === 0 && <p className="findings__note">{messages.search.empty(body.q)}</p>}
        {groups.map(({ name, all, rows }) => (
          <section key={name} aria-label={name}>
            <h2>{name}</h2>
            <ul className="findings__list">
              {rows.map(({ id, href, title, note }) => (
                <li key={id}>
                  <a href={href}>
                    <span>{title}</span>
                    <small>{note}</small>
                  </a>
                </li>
              ))}
              <li>
                <a href={all}>
                  All {name.toLowerCase()} matching “{body?.q}”
                </a>
              </li>
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

function groupsOf({ q, products, orders, customers }: Findings) {
  const search = `?q=${encodeURIComponent(q)}`;
  return [
    {
      name: 'Products',
      all: routes.products() + search,
      rows: products.map(({ _id, title, price }) => ({
        id: _id,
        href: routes.adminProduct(_id),
        title,
        note: formatPrice(price),
      })),
    },
    {
      name: 'Orders',
      all: routes.orders() + search,
      rows: orders.map(({ _id, user, status, totalPrice, currency }) => ({
        id: _id,
        href: routes.adminOrder(_id),
        title: `${user.firstname} ${user.lastname}`,
        note: `${formatPrice(totalPrice, currency)}, ${statusLabel(status)}`,
      })),
    },
    {
      name: 'Customers',
      all: routes.customers() + search,
      rows: customers.map(({ _id, firstname, lastname, email }) => ({
        id: _id,
        href: routes.customerOrder(_id),
        title: `${firstname} ${lastname}`,
        note: email,
      })),
    },
  ].filter(({ rows }) => rows.length > 0);
}
