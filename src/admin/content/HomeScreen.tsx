import { useStore } from '@nanostores/react';
import { contentMessages } from '#shared/content-messages.ts';
import type { HomeSection } from '#shared/schemas/home.ts';
import { home } from '../../api/admin-content.ts';
import { routes } from '../../routes.ts';
import { Check } from '../../ui/Field.tsx';
import { lazy } from '../forms/lazy.tsx';
import { DeleteButton } from '../listing/DeleteButton.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { Loading } from '../listing/Loading.tsx';
import { Place } from '../listing/Place.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { titleId } from '../listing/TableGrid.tsx';
import {
  $home,
  headed,
  kindNames,
  removeSection,
  saveSection,
  sectionPlacement,
  sectionRows,
  type SectionRow,
} from './home.ts';
import './content.css';

const HeadingForm = lazy('form', async () => (await import('./HeadingForm.tsx')).HeadingForm);
const TextForm = lazy('form', async () => (await import('./TextForm.tsx')).TextForm);
const ProductsForm = lazy('form', async () => (await import('./ProductsForm.tsx')).ProductsForm);

/** Where the contents of a section are edited. */
const screenOf: Partial<Record<HomeSection['kind'], string>> = {
  banners: routes.banner(),
  advertisement: routes.ads(),
};

/** The sections of the home page, in their order. */
export function HomeScreen() {
  return (
    <>
      <ScreenHead title="Home page">
        <DialogButton label="Add a text" title="New text">
          {(close) => <TextForm section={null} onDone={close} />}
        </DialogButton>
        <DialogButton look="quiet" label="Add products" title="New row of products">
          {(close) => <ProductsForm section={null} onDone={close} />}
        </DialogButton>
        <a className="link-button" href={routes.index()}>
          View the home page
        </a>
      </ScreenHead>
      <p className="screen-note">The home page shows its sections in this order.</p>
      <Loading loaded={useStore($home)} path={home().path} what="sections">
        {({ sections }) => (
          <ol className="content-list">
            {sectionRows(sections).map((row) => (
              <Section key={row._id} row={row} last={sections.length} />
            ))}
          </ol>
        )}
      </Loading>
    </>
  );
}

function Section({ row, last }: { readonly row: SectionRow; readonly last: number }) {
  const { section } = row;
  const isAdded = section.kind === 'text' || section.kind === 'products';
  const name = section.heading || kindNames[section.kind];
  return (
    <li className="panel content-row">
      <Place row={row} placement={sectionPlacement} last={last} />
      <span className="two-lines">
        <span id={titleId(row)}>{name}</span>
        {name !== kindNames[section.kind] && <small>{kindNames[section.kind]}</small>}
      </span>
      <Check
        label="Shown"
        aria-describedby={titleId(row)}
        checked={section.shown}
        onChange={({ currentTarget: { checked } }) =>
          void saveSection({ ...section, shown: checked })
        }
      />
      <div className="list-row__actions">
        {screenOf[section.kind] && (
          <a className="link-button" href={screenOf[section.kind]} aria-describedby={titleId(row)}>
            Edit
          </a>
        )}
        {(isAdded || headed.includes(section.kind)) && (
          <DialogButton
            look="link"
            label="Edit"
            title={`Edit ${name}`}
            aria-describedby={titleId(row)}
          >
            {(close) =>
              section.kind === 'text' ? (
                <TextForm section={section} onDone={close} />
              ) : section.kind === 'products' ? (
                <ProductsForm section={section} onDone={close} />
              ) : (
                <HeadingForm section={section} onDone={close} />
              )
            }
          </DialogButton>
        )}
        {isAdded && (
          <DeleteButton
            name={name}
            aria-describedby={titleId(row)}
            question={contentMessages.confirmSection}
            remove={() => removeSection(section.id)}
          />
        )}
      </div>
    </li>
  );
}
