import { useStore } from '@nanostores/react';
import { contentMessages } from '#shared/content-messages.ts';
import type { Menus } from '#shared/schemas/shop-frame.ts';
import { frame } from '../../api/admin-content.ts';
import { defaultMenus } from '../../default-menus.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/Button.tsx';
import { lazy } from '../forms/lazy.tsx';
import { DeleteButton } from '../listing/DeleteButton.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { Loading } from '../listing/Loading.tsx';
import { Place } from '../listing/Place.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Section } from '../listing/Section.tsx';
import { titleId } from '../listing/TableGrid.tsx';
import {
  $frame,
  groupPlacement,
  groupRows,
  linkPlacement,
  linkRows,
  removeGroup,
  removeLink,
  resetMenus,
  type MenuName,
} from './menus.ts';
import './content.css';

const LinkForm = lazy('form', async () => (await import('./LinkForm.tsx')).LinkForm);
const GroupForm = lazy('form', async () => (await import('./GroupForm.tsx')).GroupForm);

/** The links of header and footer. */
export function MenusScreen() {
  return (
    <>
      <ScreenHead title="Menus">
        <a className="link-button" href={routes.index()}>
          View the home page
        </a>
        <DeleteButton
          label="Restore the default menus"
          name="your menus"
          question={contentMessages.confirmReset}
          remove={resetMenus}
        />
      </ScreenHead>
      <p className="screen-note">
        The header and footer of the shop show these links, in this order. Links to deleted
        categories and to pages that are not published are hidden, and so are Get Started and Login
        in the header while somebody is signed in.
      </p>
      <Loading loaded={useStore($frame)} path={frame().path} what="menus">
        {({ menus }) => <MenuLists menus={menus ?? defaultMenus} />}
      </Loading>
    </>
  );
}

function MenuLists({ menus }: { readonly menus: Menus }) {
  const groups = groupRows(menus);
  return (
    <div className="menus">
      <Section title="Header">
        <div className="panel">
          <Links menus={menus} menu="header" most={8} about="Header" />
        </div>
      </Section>
      <Section title="Footer">
        <ol className="content-list">
          {groups.map((group, index) => (
            <li key={group._id} className="panel">
              <div className="content-row">
                <Place row={group} placement={groupPlacement} last={groups.length} />
                <h3 id={titleId(group)}>{group.title}</h3>
                <div className="list-row__actions">
                  <DialogButton
                    look="link"
                    label="Edit"
                    title={`Edit ${group.title}`}
                    aria-describedby={titleId(group)}
                  >
                    {(close) => <GroupForm group={group} onDone={close} />}
                  </DialogButton>
                  <DeleteButton
                    name={group.title}
                    aria-describedby={titleId(group)}
                    question={contentMessages.confirmGroup}
                    remove={() => removeGroup(group)}
                  />
                </div>
              </div>
              <Links menus={menus} menu={index} most={12} about={group.title} />
            </li>
          ))}
        </ol>
        {groups.length < 4 && (
          <DialogButton look="quiet" label="Add a group" title="New group">
            {(close) => <GroupForm group={null} onDone={close} />}
          </DialogButton>
        )}
      </Section>
    </div>
  );
}

interface LinksProps {
  readonly menus: Menus;
  readonly menu: MenuName;
  readonly most: number;
  /** The name of the menu, for titles. */
  readonly about: string;
}

function Links({ menus, menu, most, about }: LinksProps) {
  const rows = linkRows(menus, menu);
  return (
    <>
      <ol className="content-links">
        {rows.map((row) => (
          <li key={row._id} className="content-row">
            <Place row={row} placement={linkPlacement} last={rows.length} />
            <span className="two-lines">
              <span id={titleId(row)}>{row.label}</span>
              <small>{row.href}</small>
            </span>
            <div className="list-row__actions">
              <DialogButton
                look="link"
                label="Edit"
                title={`Edit ${row.label}`}
                aria-describedby={titleId(row)}
              >
                {(close) => <LinkForm menu={menu} link={row} onDone={close} />}
              </DialogButton>
              <Button
                look="danger-link"
                aria-describedby={titleId(row)}
                onClick={() => removeLink(row)}
              >
                Delete
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {rows.length < most && (
        <DialogButton look="link" label="Add a link" title={`New link: ${about}`}>
          {(close) => <LinkForm menu={menu} link={null} onDone={close} />}
        </DialogButton>
      )}
    </>
  );
}
