import { messages } from '#shared/messages.ts';
import type { AdRow } from '#shared/schemas/ads.ts';
import { routes } from '../../routes.ts';
import { defaultAdvertisement } from '../../ui/picture-url.ts';
import { lazy } from '../forms/lazy.tsx';
import { created, titled, type Column } from '../listing/column.tsx';
import { DataTable } from '../listing/DataTable.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Thumbnails } from '../listing/Thumbnails.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import { ads, removeAd } from './ads.ts';

const AdForm = lazy('form', async () => (await import('./AdForm.tsx')).AdForm);

const columns: readonly Column<AdRow>[] = [
  {
    id: 'image',
    header: 'Image',
    kind: 'pictures',
    cell: (ad) => (
      <Thumbnails images={[ad.imageUrl ?? defaultAdvertisement]} name={ad.headline} max={1} wide />
    ),
  },
  titled('text', 'Text', (ad) => ad.headline),
  {
    id: 'link',
    header: 'Link',
    cell: (ad) => (
      <span className="two-lines">
        <span>{ad.link || 'None'}</span>
        <small>{ad.linkText}</small>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: (ad) => (
      <span className="status" data-good={ad.current || undefined}>
        {ad.current ? 'On the home page' : ad.shown ? 'Replaced by a newer one' : 'Hidden'}
      </span>
    ),
  },
  created,
];

/** The advertisements of the home page. */
export function AdsScreen() {
  return (
    <>
      <ScreenHead title="Ads">
        <DialogButton label="Add New" title="New advertisement">
          {(close) => <AdForm ad={null} onDone={close} />}
        </DialogButton>
        <RecentlyDeleted kind="advertisements" />
        <a className="link-button" href={routes.index()}>
          View the home page
        </a>
      </ScreenHead>
      <p className="screen-note">
        The home page shows the newest advertisement that is not hidden, or else the default one.
      </p>
      <DataTable
        caption="Advertisements"
        columns={columns}
        list={ads}
        rowName={(ad) => `“${ad.headline}”`}
        empty={messages.ads.empty}
        searchLabel="Search advertisements"
        edit={(ad, close) => <AdForm ad={ad} onDone={close} />}
        remove={{ question: messages.ads.confirmDelete, run: (ad) => removeAd(ad._id) }}
      />
    </>
  );
}
