import { useStore } from '@nanostores/react';
import { Menu, Search } from 'lucide-react';
import { routes } from '../../routes.ts';
import { AvatarMenu } from './AvatarMenu.tsx';
import { NotificationBell } from './NotificationBell.tsx';
import { $sidebarNarrow, $sidebarShown, toggleSidebar } from './sidebar-state.ts';

/** Menu button, search for products, bell and avatar menu. */
export function TopBar() {
  const shown = useStore($sidebarShown);
  const narrow = useStore($sidebarNarrow, { ssr: 'initial' });
  return (
    <header className="top-bar">
      <button
        type="button"
        className="icon-button"
        aria-label="Menu"
        aria-controls="sidebar"
        aria-expanded={shown || !narrow}
        onClick={toggleSidebar}
      >
        <Menu aria-hidden size={20} />
      </button>
      <form className="top-bar__search" role="search" action={routes.products()}>
        <Search aria-hidden size={16} />
        <label className="visually-hidden" htmlFor="top-bar-q">
          Search products
        </label>
        <input id="top-bar-q" type="search" name="q" placeholder="Search products" />
      </form>
      <NotificationBell />
      <AvatarMenu />
    </header>
  );
}
