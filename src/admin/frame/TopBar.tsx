import { useStore } from '@nanostores/react';
import { Menu } from 'lucide-react';
import { useMedia } from '../use-media.ts';
import { AvatarMenu } from './AvatarMenu.tsx';
import { NotificationBell } from './NotificationBell.tsx';
import { OfficeSearch } from './OfficeSearch.tsx';
import { $sidebarNarrow, $sidebarShown, phone, toggleSidebar } from './sidebar-state.ts';
import './top-bar.css';

/** Menu button, search, bell and avatar menu. */
export function TopBar() {
  const isPhone = useMedia(phone);
  const shown = useStore($sidebarShown);
  const narrow = useStore($sidebarNarrow, { ssr: 'initial' });
  return (
    <header className="top-bar">
      <button
        type="button"
        className="icon-button"
        aria-label="Menu"
        aria-controls="sidebar"
        aria-expanded={isPhone ? shown : !narrow}
        onClick={toggleSidebar}
      >
        <Menu aria-hidden size={20} />
      </button>
      <OfficeSearch />
      <NotificationBell />
      <AvatarMenu />
    </header>
  );
}
