import { formatPrice } from '#shared/domain/money.ts';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { findEverywhere, type Findings } from '../../api/admin-search.ts';
import { routes } from '../../routes.ts';

/** Long enough not to ask for every letter, short enough not to be waited for. */
const pauseMs = 200;

/** The search of the top bar: products, orders and customers; arrows walk through what was found. */
export function OfficeSearch() {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<{ q: string; findings: Findings | null } | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const timer = useRef(0);
  const latest = useRef(0);
  const open = found !== null;

  useEffect(() => {
    if (!open) return;
    const elsewhere = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setFound(null);
    };
    addEventListener('pointerdown', elsewhere);
    addEventListener('focusin', elsewhere);
    return () => {
      removeEventListener('pointerdown', elsewhere);
      removeEventListener('focusin', elsewhere);
    };
  }, [open]);

  // What the list covers, half or whole, is not there for keys; it is again for a pointer beside the list, so that its first
  // press does its work and closes the list.
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

  async function search(text: string): Promise<void> {
    clearTimeout(timer.current);
    const mine = ++latest.current;
    const q = text.trim();
    if (!q) return setFound(null);
    const findings = await findEverywhere(q);
    // An older answer must not overwrite a newer one.
    if (mine === latest.current) setFound({ q, findings });
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      setFound(null);
      root.current?.querySelector('input')?.focus();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [...(root.current?.querySelectorAll<HTMLElement>('input, .findings a') ?? [])];
    const at = stops.findIndex((it) => it === document.activeElement);
    const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <div className="top-bar__find" ref={root} onKeyDown={onKey} role="none">
      <form
        className="top-bar__search"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          void search(typed);
        }}
      >
        <label className="visually-hidden" htmlFor="top-bar-q">
          Search products, orders and customers
        </label>
        <button type="submit" className="icon-button" aria-label="Search">
          <Search aria-hidden size={18} />
        </button>
        <input
          id="top-bar-q"
          type="search"
          name="q"
          autoComplete="off"
          maxLength={200}
          placeholder="Search products, orders, customers"
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            clearTimeout(timer.current);
            timer.current = window.setTimeout(() => void search(value), pauseMs);
          }}
        />
      </form>
      <div role="status" className="visually-hidden">
        {found?.findings && `${countOf(found.findings)} found`}
      </div>
      {found && <FindingsPanel q={found.q} findings={found.findings} />}
    </div>
  );
}

function countOf({ products, orders, customers }: Findings): number {
  return products.length + orders.length + customers.length;
}

interface FindingsPanelProps {
  readonly q: string;
  readonly findings: Findings | null;
}

function FindingsPanel({ q, findings }: FindingsPanelProps) {
  if (!findings) {
    return (
      <div className="findings">
        <p className="findings__said">The search failed. Please try again.</p>
      </div>
    );
  }
  const asked = `?q=${encodeURIComponent(q)}`;
  const groups = [
    {
      name: 'Products',
      all: routes.products() + asked,
      rows: findings.products.map((it) => ({
        id: it._id,
        href: routes.adminProduct(it._id),
        words: it.title,
        note: formatPrice(it.price),
      })),
    },
    {
      name: 'Orders',
      all: routes.orders() + asked,
      rows: findings.orders.map((it) => ({
        id: it._id,
        href: routes.adminOrder(it._id),
        words: `${it.user.firstname} ${it.user.lastname}`,
        note: `${formatPrice(it.totalPrice)}, ${it.status}`,
      })),
    },
    {
      name: 'Customers',
      all: routes.customers() + asked,
      rows: findings.customers.map((it) => ({
        id: it._id,
        href: routes.customerOrder(it._id),
        words: `${it.firstname} ${it.lastname}`,
        note: it.email,
      })),
    },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <div className="findings">
      {groups.length === 0 && <p className="findings__said">Nothing found for “{q}”.</p>}
      {groups.map(({ name, all, rows }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <ul className="findings__list">
            {rows.map(({ id, href, words, note }) => (
              <li key={id}>
                <a href={href}>
                  <span>{words}</span>
                  <small>{note}</small>
                </a>
              </li>
            ))}
            <li>
              <a href={all}>
                <span>
                  All {name.toLowerCase()} with “{q}”
                </span>
              </a>
            </li>
          </ul>
        </section>
      ))}
    </div>
  );
}
