import { pageMessages } from '#shared/page-messages.ts';
import { isEmptyText } from '#shared/domain/rich-text.ts';
import type { OfficePage } from '#shared/schemas/pages.ts';
import { useRef, useState } from 'react';
import { deletePage, officePage } from '../../api/admin-pages.ts';
import { query } from '../../api/query.ts';
import { pageHref, routes } from '../../routes.ts';
import { settleAll } from '../../ui/unsaved.ts';
import { removeAndLeave } from '../changes.ts';
import { DeleteButton } from '../listing/DeleteButton.tsx';
import { DetailScreen } from '../listing/DetailScreen.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { PageForm } from './PageForm.tsx';
import { restorePage } from './pages.ts';
import { PageVersions } from './PageVersions.tsx';

/** One page of the shop: its form and its versions. */
export function PageScreen({ id }: { readonly id: string }) {
  const [$page] = useState(() => query(officePage(id)));
  return (
    <DetailScreen
      back={[routes.adminPages(), 'Text pages']}
      $query={$page}
      path={officePage(id).path}
      find={({ page }) => page}
      what="page"
      missing={['Page', pageMessages.missing]}
    >
      {(page) => <PageDetails page={page} />}
    </DetailScreen>
  );
}

/** Why visitors do not see a page; undefined if they do. */
function whyHidden({ published, publishAt, body }: OfficePage): string | undefined {
  if (!published) return 'Draft';
  if (isEmptyText(body)) return 'Hidden, because it has no text';
  return publishAt && Date.parse(publishAt) > Date.now() ? 'Planned' : undefined;
}

function PageDetails({ page }: { readonly page: OfficePage }) {
  // What was loaded later is saved, or it is a conflict when this is saved.
  const [began, setBegan] = useState(page);
  const version = useRef(page.version);
  const { _id, title, builtIn } = page;
  const hidden = whyHidden(page);

  async function restore(restored: number): Promise<void> {
    const reply = await restorePage(_id, version.current, restored);
    if (!reply.ok) return;
    settleAll();
    version.current = reply.page.version;
    setBegan(reply.page);
  }

  return (
    <>
      <ScreenHead title={title}>
        {hidden ? (
          <span className="badge">{hidden}</span>
        ) : (
          <a className="button button--quiet" href={pageHref(page)}>
            View the page
          </a>
        )}
        {!builtIn && (
          <DeleteButton
            name={title}
            question={pageMessages.confirmDelete}
            remove={() =>
              removeAndLeave(deletePage(_id), routes.adminPages(), {
                done: pageMessages.removed,
                failed: pageMessages.failed,
              })
            }
          />
        )}
      </ScreenHead>
      <div className="product-detail__main">
        <PageForm key={began.version} page={began} version={version} />
        <PageVersions page={page} onRestore={restore} />
      </div>
    </>
  );
}
