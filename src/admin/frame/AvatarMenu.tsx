import { UserRound } from 'lucide-react';
import { routes } from '../../routes.ts';
import { logout } from './logout.ts';
import { Popover } from './Popover.tsx';

export function AvatarMenu() {
  return (
    <Popover label="Your account" button={<UserRound aria-hidden size={20} />}>
      <ul className="popover__menu">
        <li>
          <a href={`${routes.settings()}#profile`}>Profile</a>
        </li>
        <li>
          <a href={routes.settings()}>Settings</a>
        </li>
        <li>
          <button type="button" onClick={() => void logout()}>
            Logout
          </button>
        </li>
      </ul>
    </Popover>
  );
}
