import { useStore } from '@nanostores/react';
import { customResources, type CustomResource } from '#shared/domain/custom-fields.ts';
import { counted } from '#shared/domain/counted.ts';
import { customFieldMessages } from '#shared/custom-field-messages.ts';
import type { CustomField } from '#shared/schemas/custom-fields.ts';
import { customFields } from '../../api/admin-custom-fields.ts';
import { routes } from '../../routes.ts';
import { lazy } from '../forms/lazy.tsx';
import { BackLink } from '../listing/BackLink.tsx';
import { DeleteButton } from '../listing/DeleteButton.tsx';
import { DialogButton } from '../listing/DialogButton.tsx';
import { Loading } from '../listing/Loading.tsx';
import { Place } from '../listing/Place.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Section } from '../listing/Section.tsx';
import { titleId } from '../listing/TableGrid.tsx';
import { RecentlyDeleted } from '../trash/RecentlyDeleted.tsx';
import {
  $customFields,
  fieldPlacement,
  kindNames,
  removeField,
  resourceNames,
  type PlacedField,
} from './custom-fields.ts';
import '../content/content.css';
import './custom-fields.css';

const CustomFieldForm = lazy(
  'form',
  async () => (await import('./CustomFieldForm.tsx')).CustomFieldForm,
);

/** The fields that the shop has added to each kind of record, in their order. */
export function CustomFieldsScreen() {
  return (
    <>
      <BackLink href={routes.settings()}>Settings</BackLink>
      <ScreenHead title="Custom fields">
        <RecentlyDeleted kind="custom_fields" />
      </ScreenHead>
      <p className="screen-note">
        Fields of your own, which are filled in on the page of each record in this order. Customers
        see only those of products that are shown.
      </p>
      <Loading loaded={useStore($customFields)} path={customFields().path} what="fields">
        {(body) => (
          <div className="custom-fields">
            {customResources.map((it) => (
              <Fields
                key={it}
                resource={it}
                fields={body.customFields.filter(({ resource }) => resource === it)}
              />
            ))}
          </div>
        )}
      </Loading>
    </>
  );
}

interface FieldsProps {
  readonly resource: CustomResource;
  readonly fields: readonly CustomField[];
}

function Fields({ resource, fields }: FieldsProps) {
  const title = resourceNames[resource];
  return (
    <Section title={title}>
      {fields.length === 0 ? (
        <p className="custom-fields__none">{customFieldMessages.none}</p>
      ) : (
        <ol className="content-list">
          {fields.map((field, i) => (
            <FieldRow key={field._id} field={{ ...field, place: i + 1 }} last={fields.length} />
          ))}
        </ol>
      )}
      <DialogButton
        look="quiet"
        label="Add field"
        title={`New field of ${title.toLowerCase()}`}
        aria-describedby={`fields-of-${resource}`}
      >
        {(close) => <CustomFieldForm resource={resource} field={null} onDone={close} />}
      </DialogButton>
      <span id={`fields-of-${resource}`} hidden>
        {title}
      </span>
    </Section>
  );
}

function FieldRow({ field, last }: { readonly field: PlacedField; readonly last: number }) {
  const { name, kind, choices, key, used } = field;
  const facts = [
    kind === 'choice' ? `${kindNames.choice}: ${choices.join(', ')}` : kindNames[kind],
    `key ${key}`,
    field.shown && 'shown',
    field.filter && 'filter',
    used > 0 && counted(used, 'value'),
  ];
  return (
    <li className="panel content-row">
      <Place row={field} placement={fieldPlacement} last={last} />
      <span className="two-lines">
        <span id={titleId(field)}>{name}</span>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
      <div className="list-row__actions">
        <DialogButton
          look="link"
          label="Edit"
          title={`Edit ${name}`}
          aria-describedby={titleId(field)}
        >
          {(close) => <CustomFieldForm resource={field.resource} field={field} onDone={close} />}
        </DialogButton>
        <DeleteButton
          name={name}
          aria-describedby={titleId(field)}
          question={customFieldMessages.confirmDelete}
          remove={() => removeField(field)}
        />
      </div>
    </li>
  );
}
