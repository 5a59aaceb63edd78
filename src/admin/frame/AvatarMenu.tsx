import { UserRound } from 'lucide-react';
import { routes } from '../../routes.ts';
import { Dropdown } from './Dropdown.tsx';
import { logout } from './logout.ts';

export function AvatarMenu() {
  return (
    <Dropdown label="Your account" button={<UserRound aria-hidden size={20} />}>
      <ul className="dropdown__menu">
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
    </Dropdown>
  );
}
