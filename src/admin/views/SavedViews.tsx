import { useStore } from '@nanostores/react';
import { messages } from '#shared/messages.ts';
import { useRef, useState, type ReactNode } from 'react';
import { views as viewsOf } from '../../api/admin-views.ts';
import { query, revalidate } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { shopDay } from '../../ui/time-zone.ts';
import { lazy } from '../forms/lazy.tsx';
import { goToQuery, useAddress } from '../listing/address-state.ts';
import { DialogButton } from '../listing/DialogButton.tsx';
import type { TableFilter } from '../listing/filter.ts';
import { viewOf, withFixedDays } from './view-query.ts';
import { removeView } from './views.ts';
import './saved-views.css';

const ViewForm = lazy('form', async () => (await import('./ViewForm.tsx')).ViewForm);

interface SavedViewsProps {
  /** The name of the list in the API. */
  readonly list: string;
  readonly filters: readonly TableFilter[];
  /** Renders the search and filters, next to the button that saves them. */
  readonly children: (save: ReactNode) => ReactNode;
}

/** The saved views of a list; the current one can be renamed and deleted. */
export function SavedViews({ list, filters, children }: SavedViewsProps) {
  const [$views] = useState(() => query(viewsOf(list)));
  const { body, failure } = useStore($views);
  const shown = viewOf(useAddress(), filters);
  const element = useRef<HTMLDivElement>(null);
  // Distinguishes views with the same query.
  const [opened, setOpened] = useState('');
  const today = shopDay();
  const tabs = (body?.views ?? []).map((view) => ({
    view,
    target: viewOf(withFixedDays(view.query, filters, today), filters),
  }));
  const fitting = tabs.filter(({ target }) => target === shown).map(({ view }) => view);
  const current = fitting.find(({ _id }) => _id === opened) ?? fitting[0];

  async function remove(): Promise<void> {
    // Its button disappears with it.
    if (current && (await removeView(list, current))) element.current?.focus();
  }
  const save = shown !== '' && (
    <DialogButton look="link" label="Save view" title="Save this view">
      {(close) => (
        <ViewForm
          {...{ list, filters, shown }}
          view={null}
          onDone={(id) => {
            setOpened(id);
            close();
          }}
        />
      )}
    </DialogButton>
  );

  return (
    <div
      className="list-head"
      role="group"
      aria-label="What the list shows"
      ref={element}
      tabIndex={-1}
    >
      {(tabs.length > 0 || failure) && (
        <nav className="saved-views" aria-label="Saved views">
          {tabs.length > 0 && (
            <ul>
              <ViewTab name="All" target="" isCurrent={shown === ''} />
              {tabs.map(({ view, target }) => (
                <ViewTab
                  key={view._id}
                  name={view.name}
                  target={target}
                  isCurrent={view === current}
                  onOpen={() => setOpened(view._id)}
                />
              ))}
            </ul>
          )}
          {failure && (
            <p role="alert">
              {messages.loading.failed('saved views')}{' '}
              <Button look="link" onClick={() => revalidate(viewsOf(list).path)}>
                Reload views
              </Button>
            </p>
          )}
          {current && (
            <div className="saved-views__actions">
              <DialogButton look="link" label="Rename view" title={`Rename “${current.name}”`}>
                {(close) => (
                  <ViewForm {...{ list, filters, shown }} view={current} onDone={close} />
                )}
              </DialogButton>
              <Button look="danger-link" onClick={remove}>
                Delete view
              </Button>
            </div>
          )}
        </nav>
      )}
      {children(save)}
    </div>
  );
}

interface ViewTabProps {
  readonly name: string;
  readonly target: string;
  readonly isCurrent: boolean;
  readonly onOpen?: () => void;
}

function ViewTab({ name, target, isCurrent, onOpen }: ViewTabProps) {
  return (
    <li>
      <a
        href={`?${target}`}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={(event) => {
          // The browser handles new tabs and windows.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onOpen?.();
          goToQuery(target);
        }}
      >
        {name}
      </a>
    </li>
  );
}
