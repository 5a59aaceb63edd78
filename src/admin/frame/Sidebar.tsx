import { useStore } from '@nanostores/react';
import { ChevronDown, LogOut } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { routes } from '../../routes.ts';
import { Modal } from '../../ui/Modal.tsx';
import { $addingCategory } from '../categories/categories.ts';
import { CategoryForm } from '../forms/lazy.tsx';
import { SignInAgain } from '../login/SignInAgain.tsx';
import { logout, watchSession } from './logout.ts';
import { currentHref, groupOf, navigation, type NavigationEntry } from './navigation.ts';
import { $savedName } from '../shop-name.ts';
import { Question } from './Question.tsx';
import { $sidebarShown, widen } from './sidebar-state.ts';
import './sidebar.css';

interface SidebarProps {
  readonly pathname: string;
  /** The name of the shop. */
  readonly shop: string;
}

/** The navigation of the back office: one open group at a time; slides in on phones. */
export function Sidebar({ pathname, shop }: SidebarProps) {
  const current = currentHref(pathname);
  const [open, setOpen] = useState(groupOf(current));
  const shown = useStore($sidebarShown);
  const adding = useStore($addingCategory);
  const name = useStore($savedName) || shop;
  const nav = useRef<HTMLElement>(null);

  useEffect(watchSession, []);
  useEffect(() => {
    const page = document.querySelector('.admin-page');
    page?.toggleAttribute('inert', shown);
    if (!shown) return;
    nav.current?.querySelector('a')?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') $sidebarShown.set(false);
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      page?.removeAttribute('inert');
      document.querySelector<HTMLElement>('[aria-controls="sidebar"]')?.focus();
    };
  }, [shown]);

  function toggle(label: string): void {
    const widened = widen();
    setOpen(open === label && !widened ? null : label);
  }

  const closeAdding = () => $addingCategory.set(false);

  return (
    <>
      {shown && (
        <button
          type="button"
          className="sidebar-veil"
          aria-label="Close menu"
          onClick={() => $sidebarShown.set(false)}
        />
      )}
      <aside className="sidebar" id="sidebar" aria-label="Sidebar" data-shown={shown || undefined}>
        <a className="sidebar__brand" href={routes.dashboard()}>
          <span className="sidebar__initial" aria-hidden>
            {[...name][0]}
          </span>
          <span className="sidebar__text">{name}</span>
        </a>
        <nav aria-label="Back office" ref={nav}>
          <ul className="sidebar__list">
            {navigation.map((entry) => (
              <Entry
                key={entry.label}
                entry={entry}
                current={current}
                open={open === entry.label}
                onToggle={() => toggle(entry.label)}
              />
            ))}
            <li>
              <button type="button" className="sidebar__entry" onClick={() => void logout()}>
                <LogOut aria-hidden size={18} />
                <span className="sidebar__text">Logout</span>
              </button>
            </li>
          </ul>
        </nav>
      </aside>
      <Modal title="Add Category" open={adding} onClose={closeAdding}>
        <CategoryForm category={null} onDone={closeAdding} />
      </Modal>
      <SignInAgain />
      <Question />
    </>
  );
}

interface EntryProps {
  readonly entry: NavigationEntry;
  readonly current: string;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function Entry({ entry, current, open, onToggle }: EntryProps) {
  const { icon: Icon, label, href, items = [] } = entry;
  const id = useId();
  if (href) {
    return (
      <li>
        <a
          className="sidebar__entry"
          href={href}
          title={label}
          aria-current={href === current ? 'page' : undefined}
        >
          <Icon aria-hidden size={18} />
          <span className="sidebar__text">{label}</span>
        </a>
      </li>
    );
  }
  const holdsCurrent = items.some((item) => 'href' in item && item.href === current);
  return (
    <li>
      <button
        type="button"
        className="sidebar__entry"
        title={label}
        aria-expanded={open}
        aria-controls={id}
        data-holds-current={holdsCurrent || undefined}
        onClick={onToggle}
      >
        <Icon aria-hidden size={18} />
        <span className="sidebar__text">{label}</span>
        <ChevronDown className="sidebar__chevron" aria-hidden size={16} />
      </button>
      <ul className="sidebar__group" id={id} hidden={!open}>
        {items.map((item) => (
          <li key={item.label}>
            {'href' in item ? (
              <a href={item.href} aria-current={item.href === current ? 'page' : undefined}>
                {item.label}
              </a>
            ) : (
              <button
                type="button"
                onClick={() => {
                  // On a phone the page is visible again after the dialog closes.
                  $sidebarShown.set(false);
                  $addingCategory.set(true);
                }}
              >
                {item.label}
              </button>
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}
